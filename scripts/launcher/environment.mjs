import { delimiter, dirname } from 'node:path'

/** The environment in which everything that is called `node` is this one. @param {string} node */
export function environmentFor(node) {
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const path = process.env[pathName]
  return {
    ...process.env,
    [pathName]: path ? dirname(node) + delimiter + path : dirname(node),
    NODE: node,
    npm_node_execpath: node,
  }
}
