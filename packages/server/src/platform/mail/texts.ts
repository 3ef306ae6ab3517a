import type { Mail } from './mailer.ts'

/** A mail with a sign-in link. The time in the text is the lifetime of these links (`identity/sign-in/links.ts`). */
export function signInMail({ to, link, site }: { to: string; link: string; site: string }): Mail {
  return {
    to,
    subject: `Sign in to ${site}`,
    text: `Sign in to ${site} with this link:

${link}

It works once, within 15 minutes. If you did not request it, ignore this mail: nobody can sign in without the link.
`,
  }
}

/** A mail with a link to accept an invite; the time in the text is the lifetime of these links. */
export function inviteMail({ to, link, site }: { to: string; link: string; site: string }): Mail {
  return {
    to,
    subject: `You are invited to ${site}`,
    text: `You are invited to work on ${site}. Accept the invitation and sign in with this link:

${link}

It works once, within 7 days. If you did not expect this invitation, ignore this mail.
`,
  }
}
