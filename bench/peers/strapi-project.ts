/** The files of a Strapi project with one collection of posts, as its generator makes them. */
export const strapiFiles: Readonly<Record<string, string>> = {
  'config/database.js': `module.exports = () => ({
  connection: { client: 'sqlite', connection: { filename: process.env.DATABASE_FILE }, useNullAsDefault: true },
})
`,
  'config/server.js': `module.exports = ({ env }) => ({
  host: '127.0.0.1',
  port: env.int('PORT'),
  app: { keys: ['bench-key-1', 'bench-key-2'] },
})
`,
  'config/admin.js': `module.exports = () => ({
  auth: { secret: 'bench-secret' },
  apiToken: { salt: 'bench-salt' },
  transfer: { token: { salt: 'bench-transfer' } },
  secrets: { encryptionKey: 'bench-encryption-key-0123456789ab' },
  serveAdminPanel: false,
  autoOpen: false,
  flags: { nps: false, promoteEE: false },
})
`,
  'config/api.js': `module.exports = { rest: { defaultLimit: 25, maxLimit: 100, withCount: true } }\n`,
  'config/middlewares.js': `module.exports = [
  'strapi::logger', 'strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::poweredBy',
  'strapi::query', 'strapi::body', 'strapi::session', 'strapi::favicon', 'strapi::public',
]
`,
  'public/uploads/.gitkeep': '',
  'src/api/post/content-types/post/schema.json': JSON.stringify({
    kind: 'collectionType',
    collectionName: 'posts',
    info: { singularName: 'post', pluralName: 'posts', displayName: 'Post' },
    options: { draftAndPublish: true },
    attributes: {
      title: { type: 'string', required: true },
      slug: { type: 'string' },
      excerpt: { type: 'text' },
      body: { type: 'json' },
      rank: { type: 'float' },
    },
  }),
  'src/api/post/controllers/post.js': factory('Controller'),
  'src/api/post/services/post.js': factory('Service'),
  'src/api/post/routes/post.js': factory('Router'),
  // Its API makes one post at a time; these are made in one go where Strapi itself would make them.
  'src/index.js': `const { readFileSync } = require('node:fs')

module.exports = {
  async bootstrap({ strapi }) {
    if (process.env.BENCH_POSTS === undefined) return
    const { token, posts } = JSON.parse(readFileSync(process.env.BENCH_POSTS, 'utf8'))
    const tokens = strapi.service('admin::api-token')
    await strapi.db.query('admin::api-token').create({
      data: { name: 'bench', description: '', type: 'full-access', kind: 'content-api', accessKey: await tokens.hash(token) },
    })
    for (const isPublished of [false, true])
      for (let start = 0; start < posts.length; start += 100)
        await strapi.db.query('api::post.post').createMany({
          data: posts.slice(start, start + 100).map(({ createdAt, ...post }) => ({
            ...post, createdAt, updatedAt: createdAt, publishedAt: isPublished ? createdAt : null,
          })),
        })
  },
}
`,
}

function factory(part: string): string {
  return `module.exports = require('@strapi/strapi').factories.createCore${part}('api::post.post')\n`
}
