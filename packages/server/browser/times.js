// @ts-check

/** Shows times where the reader is; they come in UTC. @param {ParentNode} part */
export function showLocalTimes(part) {
  const { lang } = document.documentElement
  // The reader's own kind of the page's language: it knows which day the 10/11 is.
  const locale = navigator.languages.find((name) => name.startsWith(lang) && isLocale(name)) ?? lang
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  for (const element of part.querySelectorAll('time[datetime]')) {
    const time = new Date(element.getAttribute('datetime') ?? '')
    if (!Number.isNaN(time.getTime())) element.textContent = format.format(time)
  }
}

/** Some systems give their browsers names that no standard knows, like `en-US@posix`. @param {string} name */
function isLocale(name) {
  try {
    return Intl.getCanonicalLocales(name).length === 1
  } catch {
    return false
  }
}
