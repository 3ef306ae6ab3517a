import { expect } from 'vitest'
import { checkClaims, type Claim } from '../setup/claims.ts'

const target = { collection: 'posts', id: 'hello' }

const setUp: readonly Claim[] = [
  [
    'a collection is created',
    'tool schema_create_collection',
    { slug: 'posts', label: 'Posts', supports: ['drafts', 'revisions', 'scheduling', 'search'] },
    'done',
    { item: { slug: 'posts' } },
  ],
  [
    'a field',
    'tool schema_create_field',
    { collection: 'posts', slug: 'title', label: 'Title', type: 'string', searchable: true },
    'done',
    { item: { slug: 'title', searchable: true, translatable: true } },
  ],
  [
    'one that translations share',
    'tool schema_create_field',
    { collection: 'posts', slug: 'price', label: 'Price', type: 'number', translatable: false },
    'done',
    { item: { translatable: false } },
  ],
  [
    'one to delete',
    'tool schema_create_field',
    { collection: 'posts', slug: 'gone', label: 'Gone', type: 'string', defaultValue: 'x' },
    'done',
  ],
  [
    'a collection without drafts',
    'tool schema_create_collection',
    { slug: 'plain', label: 'Plain', supports: [] },
    'done',
  ],
  [
    'an item',
    'tool content_create',
    { collection: 'posts', data: { title: 'Hello' } },
    'done',
    { item: { slug: 'hello', status: 'draft' }, _rev: expect.any(String) },
    { id: 'item.id', rev: '_rev' },
  ],
]

const content: readonly Claim[] = [
  ['content_list lists', 'tool content_list', { collection: 'posts' }, 'done', { items: [{ id: '{id}' }] }],
  [
    'with limit 1 to 100',
    'tool content_list',
    { collection: 'posts', limit: 101 },
    'failed VALIDATION_ERROR',
  ],
  ['not 0', 'tool content_list', { collection: 'posts', limit: 0 }, 'failed VALIDATION_ERROR'],
  [
    'in the orders of REST',
    'tool content_list',
    { collection: 'posts', orderBy: 'updated_at', order: 'asc' },
    'done',
  ],
  [
    'content_get has _rev',
    'tool content_get',
    target,
    'done',
    { item: { id: '{id}', data: { title: 'Hello' } }, _rev: '{rev}' },
  ],
  [
    'content_update takes it',
    'tool content_update',
    { ...target, data: { title: 'Changed' }, _rev: '{rev}' },
    'done',
    { item: { data: { title: 'Changed' } } },
  ],
  [
    'and refuses a stale one',
    'tool content_update',
    { ...target, data: {}, _rev: '{rev}' },
    'failed CONFLICT',
  ],
  ['content_publish publishes', 'tool content_publish', target, 'done', { item: { status: 'published' } }],
  [
    'content_update changes the status',
    'tool content_update',
    { ...target, status: 'draft' },
    'done',
    { item: { status: 'draft' } },
  ],
  [
    'to draft or published',
    'tool content_update',
    { ...target, status: 'scheduled' },
    'failed VALIDATION_ERROR',
  ],
  [
    'content_list_trashed has limit 1 to 100',
    'tool content_list_trashed',
    { collection: 'posts', limit: 101 },
    'failed VALIDATION_ERROR',
  ],
  ['the collection is required', 'tool content_list', {}, 'failed VALIDATION_ERROR'],
  [
    'unknown arguments are refused',
    'tool content_get',
    { ...target, colour: 'red' },
    'failed VALIDATION_ERROR',
  ],
  [
    'an unknown collection is a failure',
    'tool content_list',
    { collection: 'nothing' },
    'failed NOT_FOUND',
    { text: expect.stringContaining('posts') },
  ],
]

const shared: readonly Claim[] = [
  ['published', 'tool content_publish', target, 'done'],
  [
    'a translation is published',
    'tool content_create',
    {
      collection: 'posts',
      data: { title: 'Hallo' },
      locale: 'de',
      translationOf: '{id}',
      status: 'published',
    },
    'done',
  ],
  [
    'a shared value changes in the draft',
    'tool content_update',
    { ...target, data: { price: 5 } },
    'done',
    (answer) => expect(answer).not.toHaveProperty('notice'),
  ],
  [
    'publishing names the translations that change with it',
    'tool content_publish',
    target,
    'done',
    {
      notice:
        'Went live, though this call did not name it: price, translations.de.price. Translations share price: hallo (de) changed on the site too.',
    },
  ],
  [
    'and none when nothing changes',
    'tool content_publish',
    target,
    'done',
    (answer) => expect(answer).not.toHaveProperty('notice'),
  ],
  ['over REST too: a draft', 'PUT /content/posts/{id}', { data: { price: 6 } }, '200'],
  [
    'its publication',
    'POST /content/posts/{id}/publish',
    {},
    '200',
    { data: { notice: expect.stringContaining('hallo (de)') } },
  ],
]

const schema: readonly Claim[] = [
  [
    'collections are listed',
    'tool schema_list_collections',
    {},
    'done',
    ({ items }) =>
      expect(items[1]).toMatchObject({
        slug: 'posts',
        label: 'Posts',
        supports: expect.any(Array),
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      }),
  ],
  [
    'one has its fields',
    'tool schema_get_collection',
    { slug: 'posts' },
    'done',
    ({ item }) => expect(item.fields).toHaveLength(3),
  ],
  [
    'a slug has the pattern',
    'tool schema_create_collection',
    { slug: 'A b', label: 'x' },
    'failed VALIDATION_ERROR',
  ],
  [
    'a type is one of 14',
    'tool schema_create_field',
    { collection: 'posts', slug: 'x', label: 'x', type: 'colour' },
    'failed VALIDATION_ERROR',
  ],
  [
    'deleting a field says what is lost',
    'tool schema_delete_field',
    { collection: 'posts', fieldSlug: 'gone' },
    'done',
    { success: true, lost: { items: 2 } },
  ],
  [
    'a collection with content stays',
    'tool schema_delete_collection',
    { slug: 'posts' },
    'failed SCHEMA_ERROR',
  ],
  ['unless it is forced', 'tool schema_delete_collection', { slug: 'plain', force: true }, 'done'],
]

const rights: readonly Claim[] = [
  [
    'reading takes content:read',
    'author tool schema_list_collections',
    {},
    'refused schema:read (role 40 needed, yours is 30)',
  ],
  ['editors read the schema', 'editor tool schema_list_collections', {}, 'done'],
  [
    'only admins write it',
    'editor tool schema_create_collection',
    { slug: 'x', label: 'x' },
    'refused schema:write (role 50 needed, yours is 40)',
    { data: { requiredScope: 'schema:write', requiredRole: 50 } },
  ],
  [
    'a scope that is missing is named alone',
    'reader tool content_create',
    { collection: 'posts', data: {} },
    'refused content:write',
    { data: { requiredScope: 'content:write' } },
  ],
  ['for each tool', 'reader tool media_update', { id: 'x' }, 'refused media:write'],
  [
    'and each scope',
    'reader tool schema_delete_field',
    { collection: 'posts', fieldSlug: 'title' },
    'refused schema:write',
  ],
  [
    'items of others are not for authors',
    'author tool content_update',
    { ...target, data: {} },
    'refused content:write (only your own items)',
    { data: { requiredRole: 40 } },
  ],
  [
    'removing for good is for admins',
    'editor tool content_permanent_delete',
    target,
    'refused content:write (role 50 needed, yours is 40)',
  ],
  [
    'who may not read drafts sees live values',
    'subscriber tool content_get',
    target,
    'done',
    { item: { status: 'published' } },
  ],
  [
    'and no trash',
    'subscriber tool content_list_trashed',
    { collection: 'posts' },
    'refused content:read (role 20 needed, yours is 10)',
  ],
]

const endpoint: readonly Claim[] = [
  ['GET is not allowed', 'GET /mcp', null, '405 -32000'],
  ['nor DELETE', 'DELETE /mcp', null, '405 -32000'],
]

checkClaims('MCP', { setUp, content, shared, schema, rights, endpoint }, { env: { OCTAVO_LOCALES: 'en,de' } })
