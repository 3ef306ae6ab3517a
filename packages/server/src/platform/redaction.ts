/**
 * One character of a secret (a letter, a digit, `-` or `_`): plain, percent-encoded up to nine times (`%2d`, `%252d`),
 * or as a JSON escape (`\u002d`). The repetitions are bounded so that the time stays proportional to the length of the
 * line.
 */
const character = String.raw`(?:[\w-]|%(?:25){0,8}(?:2d|3\d|[46][1-9a-f]|5[0-9af]|7[0-9a])|\\{1,8}u00(?:2d|3\d|[46][1-9a-f]|5[0-9af]|7[0-9a]))`

/** minimum length of every secret of the service (`newSecret`); tokens also have a prefix */
const secretLength = 43

/** as many such characters in a row as a secret has, or more */
const longRun = new RegExp(`${character}{${secretLength},}`, 'gi')

/** The codes that people type for a device are short, so they are recognised only by the name of their parameter. */
const userCode = new RegExp(
  String.raw`(user_?code(?:=|%(?:25){0,8}3d|\\{0,8}"\s{0,8}:\s{0,8}\\{0,8}"))${character}+`,
  'gi',
)

/** parameters of an address whose values are secrets, however short they are */
const secretParameter =
  /(?:^|[?&;])(?:token|preview|code|user_code|device_code|state|code_challenge|code_verifier)=/i

/** The query of an address in a line of JSON. */
const query = /\?(?:[^\s"\\]|\\.)+/g

/** how often a part of an address is decoded: an address within an address is encoded twice */
const mostDecodings = 5

/** an encoded character: `%41`, `%2541` or `\u0041` */
const encodedCharacter = /(?:%(?:25){0,8}|\\{1,8}u00)([0-9a-f]{2})/gi

/**
 * Removes secrets from a log line, wherever they appear: in an address, a header, a body or an error message. In
 * addresses, secrets are recognised by the name of the parameter; elsewhere by their form: they are long, random and of
 * mixed case; slugs and ids are not.
 */
export function withoutSecrets(line: string): string {
  return line
    .replace(query, queryWithoutSecrets)
    .replace(userCode, '$1…')
    .replace(longRun, (run) => (isSecret(run) ? '…' : run))
}

/** Removes the values of parameters that are secrets, or that contain an address with secrets. */
function queryWithoutSecrets(text: string): string {
  return `?${text.slice(1).split('&').map(withoutSecret).join('&')}`
}

/** A parameter of a query, `name=value`, without its value if that is, or has, a secret. */
function withoutSecret(parameter: string): string {
  return secretParameter.test(decoded(parameter)) ? `${parameter.split('=', 1)[0]}=…` : parameter
}

/** The text behind all layers of percent-encoding; invalid parts stay as they are. */
function decoded(text: string): string {
  let plain = text
  for (let count = 0; count < mostDecodings && plain.includes('%'); count++) {
    const next = plain.replace(/%[0-7][0-9a-f]/gi, (code) =>
      String.fromCharCode(Number.parseInt(code.slice(1), 16)),
    )
    if (next === plain) return plain
    plain = next
  }
  return plain
}

/** Whether a long run of such characters has letters of both cases, as random text does. */
function isSecret(run: string): boolean {
  const plain = run.replace(encodedCharacter, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return /[A-Z]/.test(plain) && /[a-z]/.test(plain)
}
