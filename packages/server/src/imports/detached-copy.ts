/**
 * A copy that does not keep the parent string in memory. Substrings of a file keep the whole chunk alive that they were
 * read from, so whatever is kept longer than a batch must be copied.
 */
export function detachedCopy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}
