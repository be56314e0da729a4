/** Readers of others open the mails and calendar files that the product writes. */
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createOutboxDirectory } from '#server/parts/mail/outbox-directory.ts'
import { MAIL_TEMPLATES } from '#server/parts/mail/outbox.ts'
import { renderMail } from '#server/parts/mail/render-mail.ts'
import { LANGUAGES, textDirection } from '#shared/domain/text/languages.ts'
import { ask, createDesk, missingTools } from '#tests/support/foreign-tools.ts'
import { EVERY_VALUE } from '#tests/support/mail-values.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { calendarFile } from '../../src/renderer/features/events/calendar-file.ts'

/** The one that the packages of Debian belong to, before another of this user. */
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'

/** Runs a program of Python on a folder or file; it prints JSON. */
function python(program: string, path: string): unknown {
  const { status, said, printed } = ask(PYTHON, ['-c', program, path])
  expect(status, said).toBe(0)
  return JSON.parse(Buffer.from(printed, 'latin1').toString())
}
const hasModule = (name: string): boolean => ask(PYTHON, ['-c', `import ${name}`]).status === 0
const hasPython = missingTools([PYTHON]).length === 0

interface ReadMail {
  readonly defects: readonly string[]
  readonly subject: string
  readonly to: string
  readonly types: readonly string[]
  readonly attached: readonly string[]
  readonly plain: string
  readonly html: string
  readonly longest: number
}

const READ_MAILS = `
import email, email.policy, json, pathlib, sys
def read(path):
    raw = path.read_bytes()
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    parts = [part for part in mail.walk()]
    return path.stem, {
        'defects': [str(defect) for part in parts for defect in part.defects],
        'subject': str(mail['subject']), 'to': str(mail['to']),
        'attached': [part.get_filename() or '' for part in mail.iter_attachments() if not part.is_multipart()],
        'types': [part.get_content_type() for part in parts],
        'plain': mail.get_body(('plain',)).get_content(),
        'html': mail.get_body(('html',)).get_content(),
        'longest': max(len(line) for line in raw.split(b'\\r\\n')),
    }
print(json.dumps(dict(read(path) for path in pathlib.Path(sys.argv[1]).glob('*.eml'))))
`

test.skipIf(!hasPython)('Python reads every mail in three languages without a defect', async () => {
  const dir = await mkdtemp(join(MEMORY_FOLDER, 'wld-mails-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const sender = createOutboxDirectory(dir, 'The association <office@wld.example>')
  const sent = LANGUAGES.flatMap((language) =>
    MAIL_TEMPLATES.map((template) => ({
      id: `${template}.${language}`,
      language,
      ...renderMail({
        template,
        language,
        values: EVERY_VALUE,
        publicUrl: 'https://members.example.org',
      }),
    })),
  )
  for (const { id, subject, text, html } of sent)
    await sender.send({ id, to: 'amna@example.org', subject, text, html })
  expect(await readdir(dir)).toHaveLength(sent.length)
  const read = python(READ_MAILS, dir) as Readonly<Record<string, ReadMail>> // what the program above prints
  for (const { id, language, subject, text, html } of sent) {
    const mail = read[id]
    expect(mail, id).toMatchObject({
      defects: [],
      subject,
      to: 'amna@example.org',
      types: ['multipart/alternative', 'text/plain', 'multipart/related', 'text/html', 'image/png'],
      attached: [],
    })
    expect(mail?.plain.replaceAll('\r\n', '\n').trim(), id).toBe(text.trim())
    expect(mail?.html.replaceAll('\r\n', '\n').trim(), id).toBe(html.trim())
    expect(mail?.html, id).toContain(`dir="${textDirection(language)}"`)
    expect(mail?.longest, id).toBeLessThanOrEqual(998) // RFC 5322, 2.1.1
  }
})

const READ_CALENDAR = `
import icalendar, json, sys
calendar = icalendar.Calendar.from_ical(open(sys.argv[1], 'rb').read())
event, = calendar.walk('VEVENT')
print(json.dumps({
    'errors': [str(error) for error in event.errors],
    'summary': str(event['SUMMARY']), 'description': str(event['DESCRIPTION']),
    'location': str(event['LOCATION']), 'url': str(event['URL']), 'status': str(event['STATUS']),
    'begin': event['DTSTART'].dt.isoformat(), 'end': event['DTEND'].dt.isoformat(),
}))
`

test.skipIf(!hasPython || !hasModule('icalendar'))(
  'icalendar reads an event as it was entered',
  () => {
    const texts = {
      title: 'الجمعية العامة; Assemblée, « générale »',
      description: 'First line\nSecond: a;b,c\\d — شكراً'.repeat(4),
      location: 'Salle des fêtes, 12 rue de l’Été; 75011 Paris',
    }
    const file = calendarFile(
      {
        ...texts,
        id: 'general-assembly',
        startsAt: '2026-05-03T08:00:00.000Z',
        endsAt: '2026-05-03T15:30:00.000Z',
        cancelled: true,
        url: 'https://members.example.org/events/general-assembly',
      },
      new Date('2026-01-02T03:04:05.678Z'),
    )
    const desk = createDesk()
    onTestFinished(desk.remove)
    expect(python(READ_CALENDAR, desk.lay(Buffer.from(file), 'ics'))).toEqual({
      errors: [],
      summary: texts.title,
      description: texts.description,
      location: texts.location,
      url: 'https://members.example.org/events/general-assembly',
      status: 'CANCELLED',
      begin: '2026-05-03T08:00:00+00:00',
      end: '2026-05-03T15:30:00+00:00',
    })
  },
)
