// Run as its own process: sends large bodies to a service with `fetch`, and prints what each was answered.
const [baseUrl = '', token = '', repeats = '1'] = process.argv.slice(2)

const megabyte = 1024 * 1024

interface Case {
  readonly path: string
  readonly makeBody: () => FormData | string | ReadableStream
}

const cases: Record<string, Case> = {
  'a file a little over the limit': { path: '/media', makeBody: () => form(megabyte + 1) },
  'a file whose form is just under the limit': { path: '/media', makeBody: () => form(2 * megabyte - 1000) },
  'a file far over the limit': { path: '/media', makeBody: () => form(12 * megabyte) },
  'an export far over the limit': { path: '/import/external/analyze', makeBody: () => form(12 * megabyte) },
  'JSON a little over the limit': { path: '/content/posts', makeBody: () => json(megabyte) },
  'JSON far over the limit': { path: '/content/posts', makeBody: () => json(12 * megabyte) },
  'JSON without a length': { path: '/content/posts', makeBody: () => chunked(12) },
  'a message of MCP': { path: '/mcp', makeBody: () => json(12 * megabyte) },
  'a registration of an app': { path: '/oauth/register', makeBody: () => json(12 * megabyte) },
}

function form(size: number): FormData {
  const body = new FormData()
  body.append('file', new Blob([Buffer.alloc(size, 'x')]), 'large.txt')
  return body
}

function json(size: number): string {
  return JSON.stringify({ data: 'x'.repeat(size) })
}

function chunked(megabytes: number): ReadableStream {
  let sent = 0
  return new ReadableStream({
    pull: (controller) => {
      if (sent++ === megabytes) controller.close()
      else controller.enqueue(Buffer.alloc(megabyte, 'x'))
    },
  })
}

async function send({ path, makeBody }: Case): Promise<string> {
  const body = makeBody()
  const init = {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    body,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  }
  try {
    const response = await fetch(`${baseUrl}/_cms/api${path}`, init as RequestInit)
    const text = await response.text()
    return /larger than/.test(text) ? String(response.status) : `${response.status} ${text}`
  } catch (error) {
    return String(error instanceof Error ? (error.cause ?? error) : error)
  }
}

const answers: Record<string, string[]> = {}
for (const [name, one] of Object.entries(cases)) {
  answers[name] = []
  for (let count = 0; count < Number(repeats); count++) answers[name].push(await send(one))
}
process.stdout.write(JSON.stringify(answers))
