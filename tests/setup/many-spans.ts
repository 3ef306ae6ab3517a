/** Spans of a paragraph that takes far longer to write as Markdown than a call may. */
export function manySpans(): object[] {
  const marks = ['strong', 'em', 'code', 'strike-through']
  return Array.from({ length: 24_000 }, (_, index) => ({
    _type: 'span',
    _key: `s${index}`,
    text: '*_`[<',
    marks: [marks[index % marks.length]],
  }))
}
