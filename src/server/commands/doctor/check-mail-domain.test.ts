import { describe, expect, test } from 'vitest'
import { checkMailDomain, type ResolveTxt } from './check-mail-domain.ts'

const CONFIG = {
  smtpUrl: 'smtps://mail.example.org',
  mailFrom: 'WLD <no-reply@members.example.org>',
  environment: 'production',
} as const
const failing =
  (code: string): ResolveTxt =>
  () =>
    Promise.reject(Object.assign(new Error(code), { code }))
const records =
  (of: Readonly<Record<string, string>>): ResolveTxt =>
  async (name) => [['something else'], [of[name] ?? '']]

const levels = async (resolve: ResolveTxt) =>
  (await checkMailDomain(CONFIG, resolve)).map(({ level }) => level)

describe('the domain of MAIL_FROM', () => {
  test('has both records', async () => {
    const both = records({
      'members.example.org': 'v=spf1 include:mail.example.net -all',
      '_dmarc.members.example.org': 'v=DMARC1; p=reject',
    })
    expect(await levels(both)).toEqual(['ok', 'ok'])
  })
  test('has neither, or only other texts', async () => {
    for (const resolve of [failing('ENODATA'), failing('ENOTFOUND'), records({})])
      expect(await levels(resolve)).toEqual(['note', 'note'])
    const [spf, dmarc] = await checkMailDomain(CONFIG, failing('ENODATA'))
    expect(spf?.remedy).toContain('TXT record at members.example.org')
    expect(dmarc?.remedy).toContain('TXT record at _dmarc.members.example.org')
  })
  test('a record that allows everybody is a fault', async () =>
    expect(await levels(records({ 'members.example.org': 'v=spf1 a +all' }))).toEqual([
      'fault',
      'note',
    ]))
  test('a DNS that does not reply says nothing about the records', async () => {
    const [spf] = await checkMailDomain(CONFIG, failing('ETIMEOUT'))
    expect(spf?.text).toContain('did not reply')
  })
  test('is not asked for where no mail leaves, or for a trial', async () => {
    const unasked = failing('ENODATA')
    expect(await checkMailDomain({ ...CONFIG, smtpUrl: undefined }, unasked)).toEqual([])
    expect(await checkMailDomain({ ...CONFIG, environment: 'local' }, unasked)).toEqual([])
  })
})
