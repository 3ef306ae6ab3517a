import { flushSync } from 'react-dom'

/** milliseconds for which a control is awaited: forms and rich text are loaded when they are first shown */
const longestWait = 5000
const pause = 50

/** The places within the row of a field: the fields within it, and the entries of its lists. */
const places = '[data-field], [data-inner], [data-entry]'

const inputs = 'input:not([type="hidden"], [type="file"]), textarea, [contenteditable="true"]'

/** Controls that are being loaded, and rich text that cannot be written in yet. */
const loading = '[data-loading], [role="textbox"]:not([contenteditable="true"], [aria-readonly="true"])'

/** ends the wait for the control that was asked for before */
let endWait = (): void => undefined

/**
 * Focuses a control in the open editor, and opens the tabs and entries that hide it: that of a field, by its slug, or
 * of a value within it, as source maps name it (`faq[2].question`). If several editors are open, it is in the uppermost
 * drawer, which comes last in the page.
 */
export function focusField(place: string): void {
  endWait()
  if (focusLoaded(place)) return
  const end = performance.now() + longestWait
  const timer = setInterval(() => {
    if (focusLoaded(place) || performance.now() > end) endWait()
  }, pause)
  endWait = () => {
    clearInterval(timer)
    for (const event of ['keydown', 'pointerdown']) removeEventListener(event, endWait, true)
    endWait = () => undefined
  }
  // A person who goes on working meanwhile keeps the focus.
  for (const event of ['keydown', 'pointerdown']) addEventListener(event, endWait, true)
}

/** Focuses a control, or one of its surroundings if it does not exist. Returns false while it is not loaded. */
function focusLoaded(place: string): boolean {
  const [key, ...steps] = stepsOf(place)
  // Tabs within a structured field are not those of the item.
  const tabs = document.querySelectorAll<HTMLElement>(
    `[data-tab-fields~="${CSS.escape(key)}"]:not([data-field] *)`,
  )
  select([...tabs].at(-1))
  const field = [...document.querySelectorAll(`[data-field="${CSS.escape(key)}"]`)].at(-1)
  if (field === undefined) return false
  const innermost = steps.reduce((outer, step) => within(outer, step) ?? outer, field)
  if (steps.length === 0) revealWrong(innermost)
  if (innermost.querySelector(loading) !== null) return false
  focusControl(innermost)
  return true
}

/** closed entries with something wrong in them, and such tabs where no tab with something wrong is open */
const hidingPlaces =
  '[data-wrong] > * > [data-toggle][aria-expanded="false"], [role="tablist"]:not(:has([data-marked][aria-selected="true"])) > [data-marked]'

/** controls with a wrong value, and structured fields with a wrong one as a whole */
const wrongPlaces = '[aria-invalid="true"], [data-invalid]'

/** more entries and tabs than structured fields have within each other */
const mostOpened = 20

/** Opens the entries and tabs of a structured field that hide the first wrong value in it. */
function revealWrong(place: Element): void {
  for (let opened = 0; opened < mostOpened; opened++) {
    const first = place.querySelector<HTMLElement>(`${hidingPlaces}, ${wrongPlaces}`)
    if (first === null || !first.matches(hidingPlaces)) return
    // Rendered at once, so that the next search sees what the click has opened.
    flushSync(() => first.click())
  }
}

/** The field and the steps within it. Keys that are not slugs, such as those of terms, have no steps. */
function stepsOf(place: string): [string, ...string[]] {
  const [key = '', ...steps] = /^[a-z]/.test(place) ? place.split(/\]?[.[]|\]$/) : [place]
  return [key, ...steps.filter((step) => step !== '')]
}

/** The part of a place that a step names (an entry by its index, a field by its slug), after opening what hides it. */
function within(outer: Element, step: string): Element | undefined {
  const entry = partOf(outer, `[data-entry="${CSS.escape(step)}"]`)
  if (entry === undefined) {
    select(partOf(outer, `[data-tab-fields~="${CSS.escape(step)}"]`))
    return partOf(outer, `[data-inner="${CSS.escape(step)}"]`)
  }
  const toggle = partOf(entry, '[data-toggle][aria-expanded="false"]')
  if (toggle !== undefined) flushSync(() => toggle.click())
  return entry
}

/** The first element that is in a place, and in no place within it. */
function partOf(place: Element, selector: string): HTMLElement | undefined {
  return [...place.querySelectorAll<HTMLElement>(selector)].find(
    (element) => element.parentElement?.closest(places) === place,
  )
}

function select(tab: HTMLElement | undefined): void {
  // Rendered at once, because the caller looks for what the tab shows.
  if (tab !== undefined && tab.getAttribute('aria-selected') !== 'true') flushSync(() => tab.click())
}

function focusControl(field: Element): void {
  // The row of a field can also contain the source of a translation.
  const place = field.querySelector('[data-control]') ?? field
  const wrong = visible(place, wrongPlaces)
  // The form of a structured field has no single control for the whole value. Buttons come last, because tools come before
  // the text.
  const control =
    wrong?.matches('[aria-invalid="true"]') === true
      ? wrong
      : (visible(wrong ?? place, inputs) ?? visible(wrong ?? place, 'button'))
  control?.focus()
  const shown = wrong ?? place
  shown.scrollIntoView({ block: 'center' })
}

/** Others, on tabs that are not open, cannot take the focus. */
function visible(place: Element, selector: string): HTMLElement | undefined {
  return [...place.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility())
}
