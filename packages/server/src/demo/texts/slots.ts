/** Puts words into the `{slots}` of a text; a slot that is not given stays, so that a test can find it. */
export function fill(text: string, slots: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (slot, name: string) => slots[name] ?? slot)
}

export function fillAll(texts: readonly string[], slots: Readonly<Record<string, string>>): string[] {
  return texts.map((text) => fill(text, slots))
}

/** For titles that may begin with a slot. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
