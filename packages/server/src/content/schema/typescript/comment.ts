/** A comment of one line. Labels are arbitrary text, so comment ends in them are escaped. */
export function comment(text: string, indent: string): string {
  const line = text
    .replaceAll(/[\s\u2028\u2029]+/g, ' ')
    .replaceAll('*/', '* /')
    .trim()
  return line === '' ? '' : `${indent}/** ${line} */\n`
}
