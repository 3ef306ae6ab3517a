import { OctavoError } from './errors.ts'

/** Loads a package that an installation can leave out; the error for a missing package says what to do. */
export async function loadOptional<Module>(names: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    const message = `An optional part of Octavo is not installed. An operator can add it: npm install ${names}`
    throw new OctavoError('UNAVAILABLE', message, { cause: error })
  }
}
