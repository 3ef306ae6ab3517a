import type { Mail } from './mailer.ts'

/** A mail with a sign-in link. */
export function signInMail({ to, link, site }: { to: string; link: string; site: string }): Mail {
  return {
    to,
    subject: `Sign in to ${site}`,
    text: `With this link you sign in to ${site}:

${link}

It works once, within 15 minutes. If you did not ask for it, you need not do anything: without the link nobody gets in.
`,
  }
}

/** A mail with a link to accept an invite. */
export function inviteMail({ to, link, site }: { to: string; link: string; site: string }): Mail {
  return {
    to,
    subject: `You are invited to ${site}`,
    text: `You are invited to work on ${site}. With this link you accept, and sign in:

${link}

It works once, within 7 days. If you do not know what this is about, you need not do anything.
`,
  }
}
