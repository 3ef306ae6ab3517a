import { Button, MantineProvider } from '@mantine/core'
// oxlint-disable-next-line import/no-unassigned-import -- a style has no value
import '@mantine/core/styles.css'
import i18next from 'i18next'
import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { cssVariables, theme } from '../../src/app/theme.ts'
import { RichText } from '../../src/rich-text/rich-text.tsx'
import type { Block, RichTextHandle, RichTextProps } from '../../src/rich-text/types.ts'
import { forms as formsDe } from '../../src/texts/de/forms.ts'
import { richText as de } from '../../src/texts/de/rich-text.ts'
import { sorting as sortingDe } from '../../src/texts/de/sorting.ts'
import { forms as formsEn } from '../../src/texts/en/forms.ts'
import { richText as en } from '../../src/texts/en/rich-text.ts'
import { sorting as sortingEn } from '../../src/texts/en/sorting.ts'
// oxlint-disable-next-line import/no-unassigned-import -- a style has no value
import './harness.css'

/** What a test can read and call in the page. */
interface Harness {
  /** the last value that the editor has reported */
  value: Block[] | null
  /** how often it has reported one */
  changes: number
  flush: () => void
  focus: () => void
  /** replaces the editor by a new one with these properties */
  open: (props: EditorProps) => void
  /** changes properties of the present editor */
  set: (props: Partial<RichTextProps>) => void
}

declare global {
  interface Window {
    harness: Harness
  }
}

/** properties of the editor; it can also pick media and items unless `hasPicker` is false */
type EditorProps = Partial<RichTextProps> & { readonly hasPicker?: boolean }

const picture = { id: '01HARNESS', url: './picture.svg', alt: 'A hill', width: 640, height: 320 }

function Page({ initialProps }: { readonly initialProps: EditorProps }) {
  const [props, setProps] = useState(initialProps)
  const [value, setValue] = useState(props.value ?? null)
  const handle = useRef<RichTextHandle>(null)
  window.harness = {
    value: value as Block[] | null,
    changes: window.harness?.changes ?? 0,
    flush: () => handle.current?.flush(),
    focus: () => handle.current?.focus(),
    open,
    set: (next) => {
      setProps((before) => ({ ...before, ...next }))
      if ('value' in next) setValue(next.value ?? null)
    },
  }
  const pickers = useMemo(
    () => ({
      pickMedia: () => Promise.resolve(picture),
      pickMany: () => Promise.resolve([picture, { ...picture, id: '01SECOND', alt: null }]),
      pickItem: () =>
        Promise.resolve({
          href: '/posts/hills',
          title: 'Hills',
          reference: { collection: 'posts', id: '01ITEM' },
        }),
    }),
    [],
  )
  return (
    <main id="main">
      <h1>Rich text</h1>
      <Button variant="default">Before</Button>
      <RichText
        ref={handle}
        label="Body"
        hasWordCount
        {...(props.hasPicker === false ? {} : pickers)}
        {...props}
        value={value}
        onChange={(blocks) => {
          window.harness.changes++
          window.harness.value = blocks
          setValue(blocks)
        }}
      />
      <Button variant="default">Behind</Button>
    </main>
  )
}

const parameters = new URLSearchParams(location.search)
await i18next.use(initReactI18next).init({
  lng: parameters.get('language') ?? 'en',
  fallbackLng: 'en',
  resources: {
    en: { richText: en, forms: formsEn, sorting: sortingEn },
    de: { richText: de, forms: formsDe, sorting: sortingDe },
  },
  interpolation: { escapeValue: false },
})
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
// The scroll lock of dialogs creates a style element and reads the nonce from here.
Object.assign(window, { __webpack_nonce__: nonce })
const element = document.getElementById('root')
const root = element === null ? null : createRoot(element)
open({})

function open(props: EditorProps): void {
  // The old editor is unmounted first: what it reports then must not count as a change of the new one.
  flushSync(() => root?.render(null))
  if ('harness' in window) window.harness.changes = 0
  root?.render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <Page initialProps={props} />
    </MantineProvider>,
  )
}
