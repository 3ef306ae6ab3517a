import classes from './cards.module.css'

const mostLines = 14
const mostCharacters = 2000

/** The first lines of program text, unformatted. */
export function CodePreview({ text }: { readonly text: unknown }) {
  if (typeof text !== 'string' || text === '') return null
  const lines = text.slice(0, mostCharacters).split('\n')
  const shown = lines.slice(0, mostLines).join('\n')
  return (
    <pre className={classes['codePreview']} dir="ltr">
      {shown}
      {shown.length < text.length ? '\n…' : ''}
    </pre>
  )
}
