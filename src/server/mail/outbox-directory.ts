/** Without SMTP each mail is a file `DATA_DIR/outbox/*.eml`, which any mail program opens. */
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { headersOf, type Mail, type MailSender } from './mail-sender.ts'

export function createOutboxDirectory(dir: string, from: string): MailSender {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return {
    async send({ id, to, subject, text, html, unsubscribe }: Mail) {
      const { message } = await transport.sendMail({ from, to, subject, text, ...(html === undefined ? {} : { html }), headers: headersOf(unsubscribe) })
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const temporary = join(dir, `.${id}.part`)
      await writeFile(temporary, message as Buffer, { mode: 0o600 }) // `buffer: true` makes it one
      await rename(temporary, join(dir, `${id}.eml`))
    },
  }
}

/** They lie there in plain text, with codes and names: what was not carried out by then is not carried out at all. */
export async function removeOldMails(dir: string, before: Date): Promise<void> {
  const names = await readdir(dir).catch(() => []) // no mail was ever written
  for (const name of names.filter((each) => /\.(?:eml|part)$/.test(each))) {
    const file = join(dir, name)
    const about = await stat(file).catch(() => undefined) // somebody took it meanwhile
    if (about !== undefined && about.mtime < before) await rm(file, { force: true })
  }
}
