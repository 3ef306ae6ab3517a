// @ts-check
import { ApiFailure, callApi } from './api.js'
import { announce } from './messages.js'

// What every page does.

showWhereItLives()
document.querySelector('[data-sign-out]')?.addEventListener('click', signOut)

/** Passkeys and cookies belong to one origin: opened at another, the page says where it lives. */
function showWhereItLives() {
  const origin = document.documentElement.dataset['origin']
  const notice = document.getElementById('wrong-origin')
  if (origin === undefined || origin === location.origin || notice === null) return
  const link = notice.querySelector('a')
  if (link !== null) link.href = origin + location.pathname + location.search
  for (const part of notice.parentElement?.children ?? []) part.toggleAttribute('hidden', part !== notice)
}

async function signOut() {
  try {
    await callApi('POST', '/auth/logout')
  } catch (error) {
    // Whoever is signed out already is where they wanted to be.
    if (!(error instanceof ApiFailure) || error.status !== 401) return announce(String(error))
  }
  location.assign('/_cms/sign-in')
}
