import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { verifyErasureReceipt } from '#server/parts/mail/erasure/erasure-receipt.ts'
import { createOutboxDirectory } from '#server/parts/mail/outbox-directory.ts'
import { sendDueMails } from '#server/parts/mail/send-outbox.ts'
import { createSmtpSender } from '#server/parts/mail/smtp.ts'
import { eraseAccount } from '#shared/contract/account.ts'
import { evidenceKeys } from '#shared/contract/evidence.ts'
import { deleteMember } from '#shared/contract/users.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { freshFile, freshPledge, freshReport } from '#tests/security/fresh-rows.ts'
import { RULE_ENGINES } from '#tests/support/engines.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { program } from '#tests/support/programs.ts'
import { startMailServer } from '#tests/support/smtp.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

describe.each(RULE_ENGINES)('the receipt of an erasure on $title', ({ engine, skip }) => {
  const { server, run, person: enter } = suiteServer({ engine, skip })
  let folder: string
  let key: string
  beforeAll(async () => {
    folder = mkdtempSync(join(MEMORY_FOLDER, 'wld-receipt-'))
    const keys = await server.client.call(evidenceKeys, {})
    key = keys.ok ? (keys.value.keys.at(-1)?.x ?? '') : ''
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
  })

  const person = (role: Role, email?: string) =>
    enter(role, {
      proven: true,
      firstName: 'Unmistakable',
      ...(email === undefined ? {} : { email }),
    })

  /** The file in the mail that was sent, as a mail program saves it. */
  const receiptInMail = async (): Promise<string> => {
    const outbox = mkdtempSync(join(folder, 'outbox-'))
    await sendDueMails({
      ...server.deps,
      mail: createOutboxDirectory(outbox, 'WLD <wld@test.example>'),
    })
    const mails = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'))
    const receipts = mails.flatMap((mail) => {
      const [, body] = /filename=wld-erasure-receipt\.json\r\n\r\n([\s\S]*?)\r\n--/.exec(mail) ?? []
      return body === undefined ? [] : [Buffer.from(body, 'base64').toString('utf8')]
    })
    expect(receipts).toHaveLength(1)
    return receipts[0] ?? ''
  }
  const verify = (text: string, ...args: string[]) => {
    const path = join(folder, 'receipt.json')
    writeFileSync(path, text)
    return spawnSync(
      process.execPath,
      [program('src/server/commands/verify/evidence-verify.ts'), path, ...args],
      {
        encoding: 'utf8',
      },
    )
  }
  const lastErasure = (action: string) =>
    server.deps.database.db
      .selectFrom('audit')
      .select(['target', 'detail'])
      .where('action', '=', action)
      .orderBy('seq', 'desc')
      .executeTakeFirst()

  run(
    'comes with the last mail, names the card alone, and is checked without the server',
    async () => {
      const me = await person('member', 'receipt.holder@test.example')
      expect(
        (
          await server.client.call(
            eraseAccount,
            { body: { confirm: 'ERASE' } },
            { bearer: me.bearer },
          )
        ).ok,
      ).toBe(true)
      const text = await receiptInMail()
      const checked = verify(text, '--key', key)
      expect(checked).toMatchObject({ status: 0, stderr: '' })
      expect(checked.stdout).toMatch(
        new RegExp(
          `^Whole: the account of card ${me.cardId} was erased at .*, asked for by the person`,
        ),
      )
      expect(text.toLowerCase()).not.toMatch(/unmistakable|receipt\.holder/)
      // The association finds it in its log, and keeps no copy.
      const { receipt, sha256 } = JSON.parse(text) as {
        receipt: { erasedAt: string }
        sha256: string
      }
      expect(await lastErasure('account.erased')).toMatchObject({
        target: `member:${me.id}`,
        detail: expect.stringContaining(sha256) as string,
      })
      expect(Date.parse(receipt.erasedAt)).toBeLessThanOrEqual(Date.now())
    },
  )

  run('counts what was erased and what lost its name', async () => {
    const { db } = server.deps.database
    const [me, other] = [await person('member'), await person('member')]
    for (const column of ['card_photo_file', 'id_front_file', 'id_back_file'] as const)
      await db
        .updateTable('members')
        .set({ [column]: await freshFile(server.deps, me.id, 'card-photo') })
        .where('id', '=', me.id)
        .execute()
    for (const author of [me, me, other]) await freshReport(server.deps, author.id)
    const pledge = await freshPledge(server.deps)
    await db.updateTable('pledges').set({ member_id: me.id }).where('id', '=', pledge).execute()
    const arrived = await freshPledge(server.deps)
    await db
      .updateTable('pledges')
      .set({ member_id: me.id, status: 'confirmed', name: 'Amna', email: me.email })
      .where('id', '=', arrived)
      .execute()
    await server.client.call(eraseAccount, { body: { confirm: 'ERASE' } }, { bearer: me.bearer })
    const checked = verify(await receiptInMail(), '--key', key)
    expect(checked.stdout).toContain('Files: 3, reports: 2, pledges: 1.')
    // A voucher of the accounts keeps the name, and nothing that leads to the person.
    expect(
      await db
        .selectFrom('pledges')
        .select(['name', 'email', 'member_id', 'search_text'])
        .where('id', '=', arrived)
        .executeTakeFirst(),
    ).toEqual({ name: 'Amna', email: '', member_id: null, search_text: ' amna' })
  })

  run('is a file of the mail that a mail server gets', async () => {
    const mailServer = await startMailServer()
    try {
      const me = await person('member')
      await server.client.call(eraseAccount, { body: { confirm: 'ERASE' } }, { bearer: me.bearer })
      const mail = createSmtpSender(mailServer.url, 'WLD <wld@test.example>')
      await sendDueMails({ ...server.deps, mail })
      expect(mailServer.taken.map(({ to }) => to)).toEqual([[me.email]])
      const { files = {} } = mailServer.taken[0] ?? {}
      expect(Object.keys(files)).toEqual(['wld-erasure-receipt.html', 'wld-erasure-receipt.json'])
      // The page names the card, and nothing more of the person than the signed file does.
      const page = files['wld-erasure-receipt.html'] ?? ''
      expect(page).toContain(me.cardId)
      expect(page).toContain('10 years')
      expect(page.toLowerCase()).not.toContain('unmistakable')
      expect(page).not.toContain(me.email)
      const text = files['wld-erasure-receipt.json'] ?? ''
      expect(verifyErasureReceipt(text, key)).toMatchObject({
        faults: [],
        receipt: { cardNumber: me.cardId },
      })
    } finally {
      await mailServer.stop()
    }
  })

  run('an administrator who erases sends one too, with that rule', async () => {
    const [admin, me] = [await person('admin'), await person('member')]
    expect(
      (
        await server.client.call(
          deleteMember,
          { params: { id: me.cardId } },
          { bearer: admin.bearer },
        )
      ).ok,
    ).toBe(true)
    const text = await receiptInMail()
    const checked = verify(text)
    expect(checked.status).toBe(0)
    expect(await lastErasure('member.deleted')).toMatchObject({
      target: `member:${me.id}`,
      detail: expect.stringContaining((JSON.parse(text) as { sha256: string }).sha256) as string,
    })
    expect(checked.stdout).toContain('done by an administrator of the association')
    expect(checked.stdout).toContain('No key was given')
  })

  run('a changed byte, another key and another signed text are refused', async () => {
    const me = await person('member')
    await server.client.call(eraseAccount, { body: { confirm: 'ERASE' } }, { bearer: me.bearer })
    const text = await receiptInMail()
    expect(verifyErasureReceipt(text, key).faults).toEqual([])
    expect(verifyErasureReceipt(text.replaceAll('\n', '\r\n'), key).faults).toEqual([])
    for (let at = 0; at < text.trimEnd().length; at += 1) {
      const changed = `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`
      expect(verifyErasureReceipt(changed, key).faults, changed.slice(at - 9, at + 9)).not.toEqual(
        [],
      )
    }
    const bad = verify(text.replace(me.cardId, 'WLD_10000001'), '--key', key)
    expect(bad.status).toBe(1)
    expect(bad.stdout).toContain('a field was changed: the hash does not fit')
    // One key in 64 begins with a hyphen; it is a key all the same.
    expect(verify(text, '--key', `-${'A'.repeat(42)}`).stdout).toContain(
      'not with the one that was given',
    )
    expect(verifyErasureReceipt(text, 'A'.repeat(43)).faults).toEqual([
      expect.stringContaining('not with the one that was given'),
    ])
    // The same key signs packages: what it signs there must never pass here.
    const whole = JSON.parse(text) as { sha256: string; signature: string }
    const bare = text.replace(whole.signature, server.deps.keys.sign('evidence', whole.sha256))
    expect(verifyErasureReceipt(bare, key).faults).toEqual([
      expect.stringContaining('the signature does not fit'),
    ])
    // Another text with the same bytes: one receipt has one signature.
    const last = whole.signature.at(-1) ?? ''
    const twin = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const respelt = `${whole.signature.slice(0, -1)}${twin[twin.indexOf(last) + 1]}`
    expect(Buffer.from(respelt, 'base64url')).toEqual(Buffer.from(whole.signature, 'base64url'))
    expect(verifyErasureReceipt(text.replace(whole.signature, respelt), key).faults).toEqual([
      expect.stringContaining('the signature does not fit'),
    ])
    // A field that stands twice would show a reader another card than the one that is signed.
    const twice = text.replace('"cardNumber"', '"cardNumber": "WLD_10000001", "cardNumber"')
    expect(verifyErasureReceipt(twice, key).faults).toEqual(['the text was changed'])
    // What is added is not signed.
    expect(verifyErasureReceipt(text.replace('{', '{"more":1,'), key).faults).not.toEqual([])
    // Fields and hash together, without the key.
    const forged = JSON.parse(text) as { receipt: { files: number }; sha256: string }
    forged.receipt.files += 1
    const { createHash } = await import('node:crypto')
    forged.sha256 = createHash('sha256').update(JSON.stringify(forged.receipt)).digest('hex')
    expect(verifyErasureReceipt(`${JSON.stringify(forged, undefined, 2)}\n`, key).faults).toEqual([
      expect.stringContaining('the signature does not fit'),
    ])
  })
})
