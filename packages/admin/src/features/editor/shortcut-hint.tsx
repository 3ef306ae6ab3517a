/** What a button does, with its keys. */
export function ShortcutHint({ text, keys }: { readonly text: string; readonly keys: string }) {
  return (
    <>
      {text} · {keys}
    </>
  )
}
