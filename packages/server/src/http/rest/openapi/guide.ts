import { scopes } from '@octavo/contract/access'
import { limits } from '@octavo/contract/limits'

/** A chapter of the introduction, in Markdown with paragraphs, lists, code and fenced blocks. */
export interface Chapter {
  readonly id: string
  readonly title: string
  readonly text: string
}

/** The introduction to read before the operations. */
export function guideOf(api: string): readonly Chapter[] {
  return [
    { id: 'authentication', title: 'Authentication', text: authentication(api) },
    { id: 'envelope', title: 'Requests and answers', text: envelope },
    { id: 'paging', title: 'Paging', text: paging(api) },
    { id: 'versions', title: 'Concurrent changes', text: versions(api) },
  ]
}

function authentication(api: string): string {
  return `Every request carries a token, or comes from a browser that is signed in: then it sends the cookie of its session and, to change something, the header \`X-Octavo-Request: 1\`. A token is created at the command line of the service, and shown once:

\`\`\`
TOKEN=$(npx octavo token create --email you@example.com --name laptop --scopes admin)
\`\`\`

Send it in the header \`Authorization\`, and nowhere else:

\`\`\`
curl '${api}/schema/collections' \\
  -H "Authorization: Bearer $TOKEN"
\`\`\`

Some operations need a browser session and refuse every token: those that manage passkeys, sessions, tokens and apps, and invites. Their examples read the cookie of the browser from \`$SESSION\`, as \`octavo_session=…\`.

The rights of a request are limited twice: by the scopes of the token (${Object.keys(scopes)
    .map((scope) => `\`${scope}\``)
    .join(
      ', ',
    )}) and by the current role of its user. The answer to a missing or invalid token is 401 \`UNAUTHORIZED\`, and to missing rights 403 \`FORBIDDEN\`. The examples below read the token from \`$TOKEN\`; they use a collection \`posts\` with a field \`title\` and an item \`hello-world\`, which the examples of [schema.createCollection](#schema.createCollection), [schema.createField](#schema.createField) and [content.create](#content.create) make.`
}

const envelope = `Bodies are JSON in UTF-8, sent with \`Content-Type: application/json\`. Answers have one of two forms, for success and for failure:

\`\`\`
{"success": true, "data": {"item": {"id": "01JZ…", "slug": "hello-world"}, "_rev": "3-1l393fi"}}
{"success": false, "error": {"code": "NOT_FOUND", "message": "…", "details": {}}}
\`\`\`

\`code\` is for programs and does not change, \`message\` is for people. With \`VALIDATION_ERROR\`, \`details.issues\` lists the problems of the input at once, up to a hundred, as \`{"path": "data.title", "message": "…"}\`, and \`details.more\` counts the others; if the broken rule has a name, an issue also has \`rule\` and \`params\` for programs, such as \`{"rule": "tooLong", "params": {"most": 5, "has": 7}}\`. The reason why a whole call failed, as with \`CONFLICT\` and \`SCHEMA_ERROR\`, mostly has a name too: \`details.reason\` and \`details.params\`, such as \`{"reason": "menuFull", "params": {"most": 500}}\`. Unknown keys are refused, never ignored, and text is not converted: \`"5"\` is not a number.

Times are ISO 8601; answers give them in UTC with milliseconds. The header \`X-Request-Id\` of each answer leads to the log of the service.`

function paging(api: string): string {
  return `A list answers up to \`limit\` items (${limits.page.min} to ${limits.page.max}, ${limits.page.default} by default) and, when there are more, \`nextCursor\`. Send it back as \`cursor\`, with all other parameters unchanged, to get the next page; on the last page it is absent. A cursor is opaque and is valid only for the list that answered it.

\`\`\`
curl "${api}/content/posts?limit=10&cursor=$CURSOR" \\
  -H "Authorization: Bearer $TOKEN"
\`\`\``
}

function versions(api: string): string {
  return `Each item comes with a \`_rev\`, which changes with every change of the item; it is in the header \`ETag\` too.

- Send the \`_rev\` that you read in the body of a change. If somebody else has changed the item since, the answer is 409 \`CONFLICT\`, with the current one in \`details._rev\`.
- \`If-Match\` with the \`ETag\` does the same, with 412 \`PRECONDITION_FAILED\`.
- With \`If-None-Match\` on a read, the answer is 304 without a body while nothing has changed.

\`\`\`
curl '${api}/content/posts/hello-world' \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'If-None-Match: "3-1l393fi"'
\`\`\``
}
