import { limits } from '@octavo/contract/limits'
import { operationList } from '@octavo/contract/operations/registry'
import { apiPath } from '@octavo/contract/rest'
import fc from 'fast-check'
import findMyWay from 'find-my-way'
import { describe, expect, test } from 'vitest'
import { longestSegment, OperationRoutes } from './operation-routes.ts'

const routes = new OperationRoutes(operationList)

/** The router of the framework, with a route for each operation. */
const router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: longestSegment })
for (const { operation, rest, url, hasHead } of routes.all) {
  const methods = hasHead ? (['GET', 'HEAD'] as const) : ([rest.method] as const)
  for (const method of methods) router.on(method, url, () => {}, { name: operation.name })
}

function both(method: string, url: string) {
  const own = routes.find({ method, url })
  const other = router.find(method as 'GET', url)
  return {
    own: own === undefined ? null : { name: own.route.operation.name, params: own.params },
    other:
      other === null ? null : { name: (other.store as { name: string }).name, params: { ...other.params } },
  }
}

describe('the operation of a request', () => {
  test.each(routes.all.map(({ operation, rest, url }) => [operation.name, rest.method, url] as const))(
    '%s: %s %s',
    (name, method, url) => {
      const path = url.replace(/:(\w+)/g, (_, parameter: string) => `an-${parameter}`)
      const found = routes.find({ method, url: `${path}?a=1` })
      expect(found?.route.operation.name).toBe(name)
      expect(found?.route.readInput).toBeTypeOf('function')
      expect(found?.params).toEqual(
        Object.fromEntries([...url.matchAll(/:(\w+)/g)].map(([, key]) => [key, `an-${key}`])),
      )
    },
  )

  const words = [...new Set(routes.all.flatMap(({ rest }) => rest.path.split('/')))].filter(
    (word) => word !== '' && !word.startsWith(':'),
  )
  const segment = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...words) },
    {
      weight: 2,
      arbitrary: fc.constantFrom('a%2Fb', 'a%252Fb', '%C3%A9', 'a%3Fb', 'x;y', 'a:b', '*', '.', '..', '%20'),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }).map(encodeURIComponent) },
    { weight: 1, arbitrary: fc.webPath() },
  )
  const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS')
  const end = fc.constantFrom('', '/', '?a=/b', '/?x', '#part')

  test('is the one that the router of the framework finds', () => {
    fc.assert(
      fc.property(method, fc.array(segment, { maxLength: 6 }), end, (verb, segments, rest) => {
        const { own, other } = both(verb, `${apiPath}/${segments.join('/')}${rest}`)
        expect(own).toEqual(other)
      }),
      { numRuns: 5000 },
    )
  })

  test.each([
    ['an absolute address', 'GET', `http://example.com${apiPath}/content/posts`],
    ['an absolute address with a scheme in capitals', 'GET', `HTTP://example.com${apiPath}/content/posts`],
    ['an encoded fixed segment', 'GET', `${apiPath}/%63ontent/posts`],
    ['an encoded beginning', 'GET', '/%5Fcms/api/content/posts'],
    ['two slashes', 'GET', `${apiPath}//content/posts`],
    ['an empty parameter', 'GET', `${apiPath}/content//x/compare`],
    ['two slashes at the end', 'GET', `${apiPath}/content/posts//`],
    ['the name of a property of objects', 'GET', `${apiPath}/content/__proto__/constructor`],
    ['the longest segment', 'GET', `${apiPath}/content/posts/${'a'.repeat(longestSegment)}`],
    ['a longer one', 'GET', `${apiPath}/content/posts/${'a'.repeat(longestSegment + 1)}`],
    ['the longest segment, encoded', 'GET', `${apiPath}/content/posts/${'%61'.repeat(longestSegment)}`],
    ['a longer one, encoded', 'GET', `${apiPath}/content/posts/${'%61'.repeat(longestSegment + 1)}`],
    ['escapes that are not UTF-8', 'GET', `${apiPath}/content/posts/%ff`],
    ['half an escape', 'GET', `${apiPath}/content/posts/%f`],
    ['a method in small letters', 'get', `${apiPath}/content/posts`],
    ['no address', 'GET', ''],
    ['an asterisk', 'GET', '*'],
  ])('%s', (_title, verb, url) => {
    const { own, other } = both(verb, url)
    expect(own).toEqual(other)
  })

  test.each([
    ['a parameter', 'GET', `/content/posts/${'a'.repeat(longestSegment + 1)}`, true],
    ['a parameter, encoded', 'GET', `/content/posts/${'%61'.repeat(longestSegment + 1)}`, true],
    ['the longest parameter', 'GET', `/content/posts/${'a'.repeat(longestSegment)}/no`, false],
    ['a part where no operation has one', 'GET', `/content/posts/x/${'a'.repeat(longestSegment + 1)}`, false],
    ['a parameter of other methods', 'PATCH', `/content/posts/${'a'.repeat(longestSegment + 1)}`, false],
    ['a part of an unknown path', 'GET', `/nothing/${'a'.repeat(longestSegment + 1)}`, false],
  ])('too long is %s: %s', (_title, verb, path, isTooLong) => {
    const request = { method: verb, url: apiPath + path }
    expect(routes.find(request)).toBeUndefined()
    expect(routes.isTooLong(request)).toBe(isTooLong)
  })

  test('no HEAD stands for a change', () => {
    const url = `${apiPath}/auth/magic-link/verify`
    expect(routes.find({ method: 'GET', url })).toBeDefined()
    expect(routes.find({ method: 'HEAD', url })).toBeUndefined()
  })

  test('is kept for a read, up to a number of addresses', () => {
    const own = new OperationRoutes(operationList)
    const url = `${apiPath}/content/posts/one`
    const found = own.find({ method: 'GET', url })
    if (found === undefined) throw new Error('there is no such operation')
    const read = { ...found, cached: { input: {} } }
    own.cache({ method: 'DELETE', url }, read)
    own.cache({ method: 'HEAD', url }, read)
    expect(own.cached({ method: 'GET', url })).toBeUndefined()
    own.cache({ method: 'GET', url }, read)
    expect(own.cached({ method: 'GET', url })).toBe(read)
    expect(own.cached({ method: 'DELETE', url })).toBeUndefined()
    expect(own.cached({ method: 'HEAD', url })).toBeUndefined()
    const long = `${url}?${'a'.repeat(limits.cachedAddress)}`
    own.cache({ method: 'GET', url: long }, read)
    expect(own.cached({ method: 'GET', url: long })).toBeUndefined()
    for (let count = 0; count < limits.cachedAddresses; count++)
      own.cache({ method: 'GET', url: `${url}-${count}` }, read)
    expect(own.cached({ method: 'GET', url })).toBeUndefined()
  })
})
