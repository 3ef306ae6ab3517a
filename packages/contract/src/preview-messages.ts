/** The messages between the admin and the page of a site that it shows beside the editor (`postMessage`). */

/** From the admin: the draft has changed. */
export interface SavedMessage {
  readonly type: 'octavo:saved'
  readonly collection: string
  /** of the item */
  readonly id: string
  readonly locale: string
  readonly rev: string
}

/** From the page: the person has clicked a text of a field. */
export interface FocusMessage {
  readonly type: 'octavo:focus'
  /** of the item */
  readonly id: string
  /** slug of the field, or the place of a value within it, such as `faq[2].question` */
  readonly field: string
}

export function isSavedMessage(data: unknown): data is SavedMessage {
  return hasTexts(data, 'octavo:saved', ['collection', 'id', 'locale', 'rev'])
}

export function isFocusMessage(data: unknown): data is FocusMessage {
  return hasTexts(data, 'octavo:focus', ['id', 'field'])
}

/** maximum characters of a member; the longest, the place of a value in nested fields, is much shorter */
const longestText = 1000

/** Any page can send messages, so each member is validated. */
function hasTexts(data: unknown, type: string, names: readonly string[]): boolean {
  if (typeof data !== 'object' || data === null) return false
  const message = data as Readonly<Record<string, unknown>>
  return message['type'] === type && names.every((name) => isShortText(message[name]))
}

function isShortText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= longestText
}
