// @module-tag long
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTimeout } from '../setup/browser.ts'
import { type RichTextDesk, startRichTextDesk } from './rich-text-desk.ts'
import {
  type Block,
  enterText,
  expectShort,
  inShort,
  paste,
  textOf,
  untilCaretKnown,
  valueOf,
} from './rich-text-steps.ts'

/** The editor processes a letter after it is painted; every later event must still find the letter. */
describe('what follows a letter at once', () => {
  let desk: RichTextDesk
  let page: Page

  beforeAll(async () => {
    desk = await startRichTextDesk({ width: 800, height: 800 })
    page = desk.page
  }, startTimeout)
  afterAll(() => desk?.close())

  async function open(text: string): Promise<void> {
    await desk.open({
      value: [
        { _type: 'block', style: 'normal', markDefs: [], children: [{ _type: 'span', text, marks: [] }] },
      ],
    })
    await enterText(page)
  }

  /** Nothing is painted any more: only the next event, or 100 ms, can make the editor process a letter. */
  async function write(text = 'one two'): Promise<void> {
    await open(text)
    await page.evaluate(() => {
      Object.assign(window, { drawing: window.requestAnimationFrame })
      window.requestAnimationFrame = () => 0
    })
  }

  afterEach(() =>
    page.evaluate(() => {
      const { drawing } = window as unknown as { drawing?: typeof window.requestAnimationFrame }
      if (drawing !== undefined) window.requestAnimationFrame = drawing
    }),
  )

  const bold = () => page.getByRole('button', { name: 'Bold' })
  const keys =
    (...all: readonly string[]) =>
    async () => {
      for (const key of all) await page.keyboard.press(key)
    }

  const next: Readonly<Record<string, readonly [act: () => Promise<unknown>, expected: readonly string[]]>> =
    {
      'another letter': [keys('b', 'c', ' ', 'd'), ['one twoabc d']],
      'a letter that the browser does not put in itself': [keys('.', 'b', '1'), ['one twoa.b1']],
      'a new paragraph': [keys('Enter', 'b'), ['one twoa', 'b']],
      'a new line': [keys('Shift+Enter', 'b'), ['one twoa\nb']],
      'taking it back': [keys('Backspace', 'b'), ['one twob']],
      'undoing it': [keys('Control+z'), ['one two']],
      'a step to the left': [keys('ArrowLeft', 'b'), ['one twoba']],
      'a step to the beginning': [keys('Home', 'b'), ['bone twoa']],
      'a mark': [keys('Control+b', 'b', 'c'), ['one twoa[bc](strong)']],
      'a mark of what stands before': [keys('Shift+Home', 'Control+b'), ['[one twoa](strong)']],
      'a tool': [() => bold().click(), ['one twoa']],
      'a tool for what stands before': [
        async () => {
          await keys('Control+Shift+ArrowLeft')()
          await bold().dispatchEvent('pointerdown')
          await bold().dispatchEvent('click')
        },
        ['one [twoa](strong)'],
      ],
      'a click, and a key for what was clicked': [
        async () => {
          await textOf(page).click({ position: { x: 20, y: 25 } })
          await keys('ArrowRight', 'b')()
        },
        ['obne twoa'],
      ],
      'something pasted': [() => paste(page, { 'text/plain': 'P' }), ['one twoaP']],
      'leaving the text': [() => page.getByRole('button', { name: 'Behind' }).focus(), ['one twoa']],
      'a question for the value': [() => Promise.resolve(), ['one twoa']],
    }

  it.each(Object.entries(next))('finds it: %s', async (_, [act, expected]) => {
    await write()
    await page.keyboard.press('a')
    await act()
    expect(inShort(await valueOf(page))).toEqual(expected)
    await expectSeen(expected)
  })

  it.each([
    ['Home c ArrowRight e', ['ctehree four']],
    ['ArrowLeft Home c ArrowRight e', ['ctehree four']],
    ['Shift+Enter ArrowLeft Home c e', ['cethree four\n']],
    ['Home ArrowRight Control+b x', ['t[x](strong)hree four']],
    ['x Shift+ArrowLeft Shift+ArrowLeft Control+b e', ['three fou[e](strong)']],
    ['ArrowLeft ArrowLeft Enter e Home z', ['three fo', 'zeur']],
    ['Home Delete e End Backspace a', ['ehree foua']],
    ['Control+ArrowLeft Space ArrowLeft Control+ArrowLeft a', ['athree  four']],
  ])('puts quick keys where they belong: %s', async (keysPressed, expected) => {
    await write('three four')
    await keys(...keysPressed.split(' '))()
    expect(inShort(await valueOf(page))).toEqual(expected)
  })

  it.each(['Home', 'ArrowUp', 'click'])(
    'stay together when all of them come late: behind %s',
    async (move) => {
      await write('three\nfour')
      await page.keyboard.press('z')
      await untilCaretKnown(page)
      const box = await textOf(page).boundingBox()
      const stall = page.evaluate(() => {
        const end = performance.now() + 250
        while (performance.now() < end);
      })
      const sent =
        move === 'click'
          ? [page.mouse.click((box?.x ?? 0) + 19, (box?.y ?? 0) + 28)]
          : [page.keyboard.press(move)]
      for (const letter of 'abc') sent.push(page.keyboard.press(letter))
      await Promise.all([stall, ...sent])
      expect(inShort(await valueOf(page))[0]).toContain('abc')
      expect(inShort(await valueOf(page))[0]).toMatch(/four ?z$/)
    },
  )

  it('stay together in a paragraph that no frame has shown yet', async () => {
    const link = { _type: 'link', _key: 'l', href: '/x' }
    const span = (text: string, ...marks: readonly string[]) => ({ _type: 'span', text, marks })
    const paragraph = (...children: readonly object[]) => ({
      _type: 'block',
      style: 'normal',
      markDefs: [link],
      children,
    })
    const value = [
      paragraph(span('before '), span('linked words', 'l'), span(' after')),
      paragraph(span('bold', 'strong'), span(' plain')),
    ]
    for (let round = 0; round < 5; round++) {
      await desk.open({ value })
      await textOf(page).focus()
      await page.keyboard.press('Control+Home')
      await untilCaretKnown(page)
      const { keyboard } = page
      await Promise.all([
        ...['Enter', 'ArrowLeft', 'a', 'Delete'].map((key) => keyboard.press(key)),
        keyboard.down('Shift'),
        keyboard.press('ArrowDown'),
        keyboard.up('Shift'),
        ...['b', 'c', 'd'].map((key) => keyboard.press(key)),
      ])
      expect(inShort(await valueOf(page))).toEqual(['abcd[old](strong) plain'])
    }
  })

  it('is kept when an indent right behind a step of the caret is undone', async () => {
    const item = (text: string) => ({
      _type: 'block',
      style: 'normal',
      listItem: 'bullet',
      level: 1,
      markDefs: [],
      children: [{ _type: 'span', text, marks: [] }],
    })
    await desk.open({ value: [item('one'), item('two')] })
    await textOf(page).focus()
    await page.keyboard.press('Control+Home')
    await untilCaretKnown(page)
    for (const key of ['a', 'b', 'ArrowDown', 'Tab', 'Control+z']) {
      // Once so fast that the editor has not read the caret again, and once so slow that it has.
      await page.waitForTimeout(12)
      await page.keyboard.press(key)
    }
    expect(inShort(await valueOf(page))).toEqual(['bullet1 abone', 'bullet1 two'])
  })

  describe('where a program puts text in', () => {
    const insert = (text: string) => () =>
      page.evaluate((given) => document.execCommand('insertText', false, given), text)
    /** Moves the caret and inserts the text before the editor has read the caret. */
    const insertAt =
      (from: number, to: number, text: string, index = 0) =>
      () =>
        page.evaluate(
          (given) => {
            const node = document.querySelectorAll('[data-pt-text]')[given.index]?.firstChild ?? null
            if (node !== null) document.getSelection()?.setBaseAndExtent(node, given.from, node, given.to)
            document.execCommand('insertText', false, given.text)
          },
          { from, to, text, index },
        )
    it.each<[string, () => Promise<unknown>, string[]]>([
      ['right behind a step of the caret', insertAt(0, 0, 'X'), ['Xthree four']],
      ['in the middle', insertAt(3, 3, 'X Y'), ['thrX Yee four']],
      ['in place of a selection', insertAt(6, 10, 'five'), ['three five']],
      ['at the end', insert('XYZ'), ['three fourXYZ']],
      ['of several lines', insertAt(5, 5, 's\none\ntwo'), ['threes', 'one', 'twoX four']],
      ['behind a key', async () => [await keys('Home')(), await insert('Hello')()], ['Hellothree four']],
      [
        'as the emoji panel does',
        async () => [await keys('Home')(), await page.keyboard.insertText('😀')],
        ['😀three four'],
      ],
    ])('the text is at the caret: %s', async (_, act, expected) => {
      await open('three four')
      await act()
      const last = expected.length > 1 ? keys('X') : () => Promise.resolve()
      await last()
      await expectShort(page, expected)
      await expectSeen(expected)
      await keys('Control+z')()
      expect(await page.locator('[data-pt-block]').count()).toBeLessThanOrEqual(expected.length)
    })

    it('is followed by what is typed, and by more of it', async () => {
      await open('three four')
      await insertAt(5, 5, ' and')()
      await keys('a')()
      await insert('b')()
      await keys('c', 'ArrowLeft', 'Backspace')()
      await insert('d')()
      await expectShort(page, ['three andadc four'])
      await expectSeen(['three andadc four'])
    })
  })

  it('makes a heading of a sign and a space', async () => {
    await write('')
    await keys('#', '#', 'Space', 'a', 'b', 'Enter', '-', 'Space', 'c')()
    expect(inShort(await valueOf(page))).toEqual(['h2: ab', 'bullet1 c'])
  })

  it('is taken up though nothing is drawn', async () => {
    await write()
    await keys('Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'a')()
    await expect.poll(reported).toContain('onea two')
    await keys('b')()
    await expect.poll(reported).toContain('oneab two')
  })

  /** texts that were reported without a flush */
  const reported = () =>
    page.evaluate(() =>
      JSON.stringify((window as unknown as { harness: { value: Block[] | null } }).harness.value),
    )

  /** The shown text equals the stored one. */
  async function expectSeen(expected: readonly string[]): Promise<void> {
    const words = expected.map((one) => one.replaceAll(/\[([^\]]*)\]\(\w+\)/g, '$1'))
    await expect
      .poll(async () => (await page.locator('[data-pt-block]').allInnerTexts()).map((text) => text.trim()))
      .toEqual(words)
  }
})
