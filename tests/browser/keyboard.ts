/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { patience } from '../setup/patience.ts'

/** presses of Tab after which something counts as out of reach */
const most = 120

/** Somebody who uses the keyboard alone. */
export class Keyboard {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key)
  }

  async write(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
  }

  /** Presses Tab until something of this name has the focus, once it is on the page. */
  async reach(name: string | RegExp, key = 'Tab'): Promise<void> {
    const isIt = (found: string): boolean => (typeof name === 'string' ? found === name : name.test(found))
    await this.#until(name, isIt)
    const passed: string[] = []
    for (let count = 0; count < most; count++) {
      const found = await this.#page.evaluate<string>(focusedName)
      if (isIt(found)) return
      passed.push(found)
      await this.press(key)
    }
    throw new Error(`Tab does not lead to ${String(name)}. It leads to: ${[...new Set(passed)].join(' · ')}`)
  }

  async #until(name: string | RegExp, isIt: (found: string) => boolean): Promise<void> {
    const end = Date.now() + patience
    for (;;) {
      const names = await this.#page.evaluate<string[]>(allNames)
      if (names.some(isIt)) return
      if (Date.now() > end) throw new Error(`There is no ${String(name)}, but: ${names.join(' · ')}`)
      await this.#page.waitForTimeout(50)
    }
  }

  /** Reaches a button, a link or a tab and uses it. */
  async use(name: string | RegExp, key = 'Enter'): Promise<void> {
    await this.reach(name)
    await this.press(key)
  }

  async fill(name: string | RegExp, text: string): Promise<void> {
    await this.reach(name)
    await this.press('ControlOrMeta+a')
    await this.write(text)
  }

  /** Goes through an open menu or list with the arrow keys, and chooses. */
  async choose(name: string | RegExp): Promise<void> {
    await this.#page
      .getByRole('option', { name })
      .or(this.#page.getByRole('menuitem', { name }))
      .first()
      .waitFor()
    for (let count = 0; count < most; count++) {
      const found = await this.#page.evaluate<string>(chosenName)
      if (typeof name === 'string' ? found === name : name.test(found)) return this.press('Enter')
      await this.press('ArrowDown')
    }
    throw new Error(`The arrow keys do not lead to ${String(name)}.`)
  }
}

const nameOf = `(element) => {
  const text = (id) => document.getElementById(id)?.textContent ?? ''
  const name =
    element.getAttribute('aria-label') ??
    (element.hasAttribute('aria-labelledby')
      ? element.getAttribute('aria-labelledby').split(' ').map(text).join(' ')
      : element.labels?.length > 0
        ? element.labels[0].textContent
        : element.innerText?.trim() || element.getAttribute('placeholder')) ?? ''
  return name.replace(/[*\\s]+/g, ' ').trim()
}`

const focusedName = `(${nameOf})(document.activeElement)`

const allNames = `[...document.querySelectorAll('a, button, input, textarea, [role], [contenteditable]')].filter((one) => one.checkVisibility()).map(${nameOf})`

/** the chosen option of a list that an input controls, or the focused entry of a menu */
const chosenName = `(() => {
  const focused = document.activeElement
  const id = focused.getAttribute('aria-activedescendant')
  const option =
    (id && document.getElementById(id)) ??
    document.querySelector('[role="option"][data-combobox-selected]') ??
    focused
  return (${nameOf})(option)
})()`
