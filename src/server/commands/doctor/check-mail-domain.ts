/** What receivers of our mails ask the DNS about the domain of MAIL_FROM: SPF and DMARC, and DKIM where its name is known. */
import { Resolver } from 'node:dns/promises'
import type { Config } from '../../deps/config.ts'
import { fault, note, ok } from './finding.ts'

const RECORDS = [
  {
    name: 'SPF',
    starts: 'v=spf1',
    at: (domain: string) => domain,
    example: 'v=spf1 include:YOUR-MAIL-PROVIDER -all',
  },
  {
    name: 'DMARC',
    starts: 'v=DMARC1',
    at: (domain: string) => `_dmarc.${domain}`,
    example: 'v=DMARC1; p=quarantine; rua=mailto:YOU',
  },
] as const

export type ResolveTxt = (name: string) => Promise<readonly (readonly string[])[]>
const resolveHere: ResolveTxt = (name) =>
  new Resolver({ timeout: 3_000, tries: 1 }).resolveTxt(name)

const domainOf = (mailFrom: string): string => /@([^>\s]+)>?\s*$/.exec(mailFrom)?.[1] ?? ''

/** @returns the record's text, null where there is none, undefined where the DNS does not reply */
async function recordAt(
  name: string,
  starts: string,
  resolve: ResolveTxt,
): Promise<string | null | undefined> {
  try {
    const texts = (await resolve(name)).map((pieces) => pieces.join(''))
    return texts.find((text) => text.toLowerCase().startsWith(starts.toLowerCase())) ?? null
  } catch (error) {
    const { code } = error as { readonly code?: string } // of node:dns
    return code === 'ENODATA' || code === 'ENOTFOUND' ? null : undefined
  }
}

/** DKIM stands under a name that the mail provider chooses, so it is looked up by reading a mail that arrived. */
export async function checkMailDomain(
  { smtpUrl, mailFrom, environment }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'environment'>,
  resolve: ResolveTxt = resolveHere,
) {
  const domain = domainOf(mailFrom)
  if (smtpUrl === undefined || environment !== 'production') return []
  const found = await Promise.all(
    RECORDS.map(async (record) => ({
      ...record,
      place: record.at(domain),
      text: await recordAt(record.at(domain), record.starts, resolve),
    })),
  )
  return found.map(({ name, place, text, example }) => {
    if (text === undefined)
      return note(
        `The DNS did not reply about ${name} of ${domain}.`,
        'Check that this machine can reach its DNS server, then run the doctor again.',
      )
    if (text === null)
      return note(
        `${domain} has no ${name} record: codes and notices may be treated as spam, and others can send in its name.`,
        `Add a TXT record at ${place}, as your mail provider says: ${example}`,
      )
    // "+all" allows every machine to send in this name.
    return /\s\+?all$/i.test(text)
      ? fault(
          `The ${name} record of ${domain} lets every machine send in its name.`,
          'End it with -all.',
        )
      : ok(`${domain} has a ${name} record.`)
  })
}
