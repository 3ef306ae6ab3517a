// @ts-check

/** how long a passing message stays, in milliseconds */
const reading = 6000

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer

/** Says something in passing, to those who see and those who listen. @param {string} text */
export function announce(text) {
  const place = document.getElementById('announcements')
  if (place === null) return
  place.textContent = text
  clearTimeout(timer)
  timer = setTimeout(() => (place.textContent = ''), reading)
}

/**
 * Says something that stays, in the element with class `messages` nearest to where it was caused.
 * @param {Element} cause @param {{ text: string, kind: 'error' | 'good' | 'info' }} message
 */
export function show(cause, { text, kind }) {
  const place = placeFor(cause)
  if (place === null) return announce(text)
  const notice = document.createElement('p')
  notice.className = `notice ${kind}`
  notice.textContent = text
  place.replaceChildren(notice)
}

/** @param {Element} cause */
export function clear(cause) {
  placeFor(cause)?.replaceChildren()
}

/** @param {Element} cause */
function placeFor(cause) {
  return cause.closest('section, main')?.querySelector('.messages') ?? null
}
