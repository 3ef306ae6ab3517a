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
  timer = setTimeout(() => place.replaceChildren(), reading)
}

/**
 * Says that something went wrong, in the element with class `messages` nearest to where it was caused; an empty text
 * takes back what was said.
 * @param {Element} cause @param {string | null} text
 * @param {{ isHarmless?: boolean }} [about] whether the person has wanted it so
 */
export function complain(cause, text, { isHarmless = false } = {}) {
  const place = cause.closest('[data-step], main')?.querySelector('.messages')
  if (!place) return
  if (!text) return place.replaceChildren()
  const notice = document.createElement('p')
  notice.className = isHarmless ? 'notice' : 'notice error'
  notice.textContent = text
  place.replaceChildren(notice)
  place.scrollIntoView({ block: 'nearest' })
}

/**
 * Shows one of the steps of a page, the elements with `data-step`, and takes the focus there, so that it is read out.
 * @param {string} name @param {Record<string, string>} [values] texts for the places with `data-value`
 */
export function showStep(name, values = {}) {
  for (const step of document.querySelectorAll('[data-step]')) {
    if (!(step instanceof HTMLElement)) continue
    step.hidden = step.dataset['step'] !== name
    if (!step.hidden) present(step, values)
  }
}

/** @param {HTMLElement} step @param {Record<string, string>} values */
function present(step, values) {
  for (const [key, value] of Object.entries(values)) {
    const place = step.querySelector(`[data-value="${key}"]`)
    if (place !== null) place.textContent = value
  }
  const heading = step.querySelector('h1')
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus()
  document.title = `${heading.textContent} · Octavo`
}
