// @ts-check

/** Shows times where the reader is; they come in UTC. @param {ParentNode} part */
export function showLocalTimes(part) {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  for (const element of part.querySelectorAll('time[datetime]')) {
    const time = new Date(element.getAttribute('datetime') ?? '')
    if (!Number.isNaN(time.getTime())) element.textContent = format.format(time)
  }
}
