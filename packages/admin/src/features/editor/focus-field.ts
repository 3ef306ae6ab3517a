import { flushSync } from 'react-dom'

/** milliseconds for which a control is awaited: forms and rich text are loaded when they are first shown */
const longestWait = 5000
/** milliseconds between two attempts */
const pause = 50

/** The rows of fields, and what structured fields have within them: further fields and the entries of lists. */
const containers = '[data-field], [data-inner], [data-entry]'

const inputs = 'input:not([type="hidden"], [type="file"]), textarea, [contenteditable="true"]'

/** Controls that are being loaded, and rich text that cannot be written in yet. */
const loading = '[data-loading], [role="textbox"]:not([contenteditable="true"], [aria-readonly="true"])'

/** ends the wait for the control that was asked for before */
let endWait = (): void => undefined

/**
 * Focuses the control that a path names in the open editor, and opens the tabs and entries that hide it. A path is the
 * slug of a field or, for a value within it, what source maps have (`faq[2].question`). If several editors are open,
 * the control is in the uppermost drawer, which comes last in the page.
 */
export function focusField(path: string): void {
  endWait()
  if (focusLoaded(path)) return
  const end = performance.now() + longestWait
  const timer = setInterval(() => {
    if (focusLoaded(path) || performance.now() > end) endWait()
  }, pause)
  endWait = () => {
    clearInterval(timer)
    for (const event of ['keydown', 'pointerdown']) removeEventListener(event, endWait, true)
    endWait = () => undefined
  }
  // A person who goes on working meanwhile keeps the focus.
  for (const event of ['keydown', 'pointerdown']) addEventListener(event, endWait, true)
}

/**
 * Focuses the control of a path; of a part that does not exist, the nearest one around it. Returns false while the
 * control is not loaded.
 */
function focusLoaded(path: string): boolean {
  const [key, ...steps] = stepsOf(path)
  // Tabs within a structured field are not those of the item.
  const tabs = document.querySelectorAll<HTMLElement>(
    `[data-tab-fields~="${CSS.escape(key)}"]:not([data-field] *)`,
  )
  openTab([...tabs].at(-1))
  const field = [...document.querySelectorAll(`[data-field="${CSS.escape(key)}"]`)].at(-1)
  if (field === undefined) return false
  const innermost = steps.reduce((outer, step) => openPart(outer, step) ?? outer, field)
  if (steps.length === 0) revealWrong(innermost)
  if (innermost.querySelector(loading) !== null) return false
  focusControl(innermost)
  return true
}

/**
 * selects what hides a wrong value: the toggles of closed entries that contain something wrong, and the tabs that do,
 * in a list of tabs where none of these is open
 */
const hiding =
  '[data-wrong] > * > [data-toggle][aria-expanded="false"], [role="tablist"]:not(:has([data-marked][aria-selected="true"])) > [data-marked]'

/** selects controls with a wrong value, and structured fields that are wrong as a whole */
const wrong = '[aria-invalid="true"], [data-invalid]'

/** limit of opened entries and tabs, so that the search ends; more than can be within each other */
const mostOpened = 20

/** Opens the entries and tabs of a structured field that hide the first wrong value in it. */
function revealWrong(field: Element): void {
  for (let opened = 0; opened < mostOpened; opened++) {
    const first = field.querySelector<HTMLElement>(`${hiding}, ${wrong}`)
    if (first === null || !first.matches(hiding)) return
    // Rendered at once, so that the next search sees what the click has opened.
    flushSync(() => first.click())
  }
}

/**
 * The field of a path and the steps within it: `faq[2].question` gives `faq`, `2` and `question`. Keys that are not
 * slugs, such as those of terms, have no steps.
 */
function stepsOf(path: string): [string, ...string[]] {
  const [key = '', ...steps] = /^[a-z]/.test(path) ? path.split(/\]?[.[]|\]$/) : [path]
  return [key, ...steps.filter((step) => step !== '')]
}

/**
 * The part of a container that a step names (an entry by its index, a field by its slug), after opening what hides it;
 * undefined if it does not exist.
 */
function openPart(outer: Element, step: string): Element | undefined {
  const entry = directPart(outer, `[data-entry="${CSS.escape(step)}"]`)
  if (entry === undefined) {
    openTab(directPart(outer, `[data-tab-fields~="${CSS.escape(step)}"]`))
    return directPart(outer, `[data-inner="${CSS.escape(step)}"]`)
  }
  const toggle = directPart(entry, '[data-toggle][aria-expanded="false"]')
  if (toggle !== undefined) flushSync(() => toggle.click())
  return entry
}

/** The first matching element in a container that is not in another container within it. */
function directPart(container: Element, selector: string): HTMLElement | undefined {
  return [...container.querySelectorAll<HTMLElement>(selector)].find(
    (element) => element.parentElement?.closest(containers) === container,
  )
}

function openTab(tab: HTMLElement | undefined): void {
  // Rendered at once, because the caller looks for what the tab shows.
  if (tab !== undefined && tab.getAttribute('aria-selected') !== 'true') flushSync(() => tab.click())
}

/** Focuses the first wrong control of a field, or its first control if none is wrong. */
function focusControl(field: Element): void {
  // The row of a field can also contain the source of a translation.
  const ownPart = field.querySelector('[data-control]') ?? field
  const target = firstVisible(ownPart, wrong) ?? ownPart
  controlIn(target)?.focus()
  target.scrollIntoView({ block: 'center' })
}

/** The control itself, or the first one in a field. */
function controlIn(target: Element): HTMLElement | undefined {
  if (target instanceof HTMLElement && target.matches('[aria-invalid="true"]')) return target
  // The form of a structured field has no single control for the whole value. Buttons come last, because the tools of a
  // text come before the text.
  return firstVisible(target, inputs) ?? firstVisible(target, 'button')
}

/** The first visible element that matches: others, on tabs that are not open, cannot take the focus. */
function firstVisible(container: Element, selector: string): HTMLElement | undefined {
  return [...container.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility())
}
