/** JSON of an answer: tests read its members without checks, and assert what they find. */
// oxlint-disable-next-line typescript/no-explicit-any -- reading a wrong member fails the test
export type Any = any
