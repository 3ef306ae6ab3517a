/**
 * A copy that stands by itself. Texts cut out of a file keep the whole piece of it in memory that they were read with;
 * what is kept for longer than a batch must not.
 */
export function kept<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}
