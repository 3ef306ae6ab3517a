import { isSafeUrl } from '@octavo/contract/url'
import i18next from 'i18next'
import type { Block } from '../../rich-text/types.ts'
import { longerThan } from '../../ui/form/checks.ts'
import { readJson } from '../../ui/values/json-text.ts'

/** A text of a part of the site, in the default language and in another one. */
export interface TranslatedText {
  /** the property in the request */
  readonly name: string
  readonly label: string
  /** one line, several lines, a URL, rich text, or the properties of a component as JSON */
  readonly kind: 'line' | 'lines' | 'address' | 'richText' | 'properties'
  /** maximum number of characters */
  readonly most?: number
  /** in the default language */
  readonly original: unknown
  /** in the other language; the original if there is no translation */
  readonly shown: unknown
}

/** The edited texts: blocks of rich text, or the typed text; empty without a translation. */
export type TextValues = Readonly<Record<string, string | readonly Block[]>>

/** Whether the shown text differs from that of the default language, which is shown without a translation. */
export function isTranslated({ original, shown }: TranslatedText): boolean {
  return JSON.stringify(original ?? null) !== JSON.stringify(shown ?? null)
}

/** The texts as the form edits them. */
export function valuesOf(texts: readonly TranslatedText[]): TextValues {
  return Object.fromEntries(texts.map((text) => [text.name, valueOf(text)]))
}

function valueOf(text: TranslatedText): string | readonly Block[] {
  const { kind, original, shown } = text
  if (kind === 'richText') return isTranslated(text) ? (shown as Block[]) : []
  if (!isTranslated(text)) return ''
  return kind === 'properties' ? propertiesText(changedProperties(original, shown)) : String(shown ?? '')
}

/** The properties of a component that a translation sets; the others are those of the default language. */
function changedProperties(original: unknown, shown: unknown): object {
  const originalProperties = (original ?? {}) as Record<string, unknown>
  const changed = Object.entries((shown ?? {}) as object).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(originalProperties[key]),
  )
  return Object.fromEntries(changed)
}

/** The properties of a component as JSON for a text area; empty without any. */
export function propertiesText(properties: unknown): string {
  return properties === null || properties === undefined ? '' : JSON.stringify(properties, null, 2)
}

/** The properties of the request. An empty text becomes null, which removes the translation. */
export function inputOf(texts: readonly TranslatedText[], values: TextValues): Record<string, unknown> {
  return Object.fromEntries(texts.map(({ name, kind }) => [name, sentValue(kind, values[name])]))
}

function sentValue(kind: TranslatedText['kind'], value: TextValues[string] | undefined): unknown {
  if (value === undefined || isBlank(value)) return null
  return kind === 'properties' ? (propertiesOf(String(value)) ?? null) : value
}

/** Whether a text is empty. A rich text that a person has emptied still has a paragraph, without words. */
export function isBlank(value: TextValues[string]): boolean {
  if (typeof value === 'string') return value === ''
  return value.every(
    ({ _type, ['children']: children }) =>
      _type === 'block' && Array.isArray(children) && (children as Span[]).every(isBlankSpan),
  )
}

interface Span {
  readonly _type: string
  readonly text?: unknown
}

function isBlankSpan({ _type, text }: Span): boolean {
  return _type === 'span' && typeof text === 'string' && text.trim() === ''
}

/** Checks the form without a request. */
export function problemsOf(
  texts: readonly TranslatedText[],
  values: TextValues,
): Record<string, string | undefined> {
  return Object.fromEntries(texts.map((text) => [text.name, problemOf(text, values[text.name])]))
}

function problemOf(
  { kind, most }: TranslatedText,
  value: TextValues[string] | undefined,
): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  if (kind === 'address' && !isSafeUrl(value)) return i18next.t('menus:form.urlBad')
  if (kind === 'properties' && propertiesOf(value) === undefined) return i18next.t('widgets:widget.propsBad')
  return most === undefined ? undefined : longerThan(value, most)
}

/** The object in a JSON text; null if the text is empty, undefined if it is not a JSON object. */
function propertiesOf(text: string): object | null | undefined {
  const reading = readJson(text)
  if ('problem' in reading) return undefined
  const { value } = reading
  return typeof value === 'object' && !Array.isArray(value) ? value : undefined
}
