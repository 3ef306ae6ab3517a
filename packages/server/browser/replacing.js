// @ts-check
import { ApiFailure } from './api.js'
import { ask } from './asking.js'
import { textOf } from './texts.js'

/**
 * Signs in, and goes on to a path. When somebody else is signed in with this browser, the person is asked first; who
 * says no stays who they are.
 * @param {string} path
 * @param {(replacing: { replaceSession?: true }) => Promise<unknown>} signIn
 */
export async function enter(path, signIn) {
  try {
    await signIn({})
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.details['reason'] !== 'otherSignedIn') throw error
    if (!(await agrees(error.details['params']))) return location.replace('/_cms/admin')
    await signIn({ replaceSession: true })
  }
  location.replace(path)
}

/** @param {{ current: string, next: string }} names */
function agrees({ current, next }) {
  return ask({
    title: textOf('otherTitle').replace('{next}', () => next),
    text: textOf('otherText').replace('{current}', () => current),
    yes: textOf('otherYes'),
  })
}
