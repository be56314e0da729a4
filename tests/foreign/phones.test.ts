/** The example numbers of Google's libphonenumber, as its port for Python writes them: are they stored as that writes them? */
import { expect, test } from 'vitest'
import * as z from 'zod'
import { readPhone } from '#server/base/contact-keys.ts'
import { ask } from '#tests/support/foreign-tools.ts'

const WRITE = `
import json, phonenumbers as p
rows = []
for region in sorted(p.SUPPORTED_REGIONS):
    for kind in range(11):
        number = p.example_number_for_type(region, kind)
        if number is None: continue
        form = lambda style: p.format_number(number, style)
        rows.append([region, form(p.PhoneNumberFormat.E164), form(p.PhoneNumberFormat.INTERNATIONAL), form(p.PhoneNumberFormat.RFC3966)])
print(json.dumps(rows))
`
const Rows = z.array(z.tuple([z.string(), z.string(), z.string(), z.string()]))

/** They made their numbers longer since the tables of this port (8.12.57); ours are newer and refuse the old ones. */
const LONGER_SINCE = ['BJ', 'HR', 'NG']

// The Python of the system: another one in the path lacks its packages.
const { status, printed } = ask('/usr/bin/python3', ['-c', WRITE])
const rows = status === 0 ? Rows.parse(JSON.parse(printed)) : []
test.skipIf(rows.length === 0)('the numbers of every country, in each of its spellings', () => {
  expect(rows.length).toBeGreaterThan(1_000)
  const wrong = rows.flatMap(([region, stored, international, link]) =>
    [
      stored,
      international,
      link,
      stored.replace('+', '00'),
      stored.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
    ]
      .filter((spelling) => readPhone(spelling) !== stored)
      .map((spelling) => `${region}: ${spelling} is ${readPhone(spelling)}`),
  )
  expect(wrong.filter((line) => !LONGER_SINCE.includes(line.slice(0, 2)))).toEqual([])
  expect(wrong.length).toBeLessThan(rows.length / 20)
})
