/** Without SMTP each mail is a file `DATA_DIR/outbox/*.eml`, which any mail program opens. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '../../base/durable-file.ts'
import { composed, MailServerAway, type Mail, type MailSender } from './mail-sender.ts'

/** Throws the code of the file system only: `ENOSPC`, never a path or an address. */
async function writeMail(dir: string, id: string, message: Buffer): Promise<void> {
  try {
    // The row is emptied after this: a power cut must not leave an empty file in its place.
    await writeDurably(join(dir, `${id}.eml`), join(dir, `.${id}.part`), message)
  } catch (error) {
    throw new MailServerAway((error as NodeJS.ErrnoException).code ?? 'UNKNOWN')
  }
}

export function createOutboxDirectory(dir: string, from: string): MailSender {
  return {
    async send(mail: Mail) {
      const { createTransport } = await import('nodemailer') // with the first mail: it is a tenth of the program
      const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
        from,
        ...composed(mail),
      })
      await writeMail(dir, mail.id, message as Buffer) // `buffer: true` makes it one
    },
  }
}

/** Removes the files of these mails, also one that is half-written. */
export async function removeMails(dir: string, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    for (const name of [`${id}.eml`, `.${id}.part`]) await rm(join(dir, name), { force: true })
}

/**
 * The files are plain text with codes and names, so they are removed after this time even if no
 * program collected them.
 */
export async function removeOldMails(dir: string, before: Date): Promise<void> {
  const names = await readdir(dir).catch(() => []) // no mail was ever written
  for (const name of names.filter((each) => /\.(?:eml|part)$/.test(each))) {
    const file = join(dir, name)
    const about = await stat(file).catch(() => undefined) // another program took it meanwhile
    if (about !== undefined && about.mtime < before) await rm(file, { force: true })
  }
}
