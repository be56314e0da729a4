import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { FoundMember, OwnMember } from '#shared/contract/base/schemas.ts'
import { FullRequest, ListedRequest } from '#shared/contract/requests.ts'
import { FullMember, ListedMember } from '#shared/contract/users.ts'
import {
  byKind,
  FIELD_NAMES,
  isMemberField,
  readBy,
  type Reader,
} from '#shared/domain/people/member-fields.ts'
import { fieldColumns } from '../members/field-columns.ts'
import * as present from '../members/present.ts'
import { presentFullRequest, presentListedRequest } from './present.ts'
import type { RequestWithPerson } from './request-repository.ts'

/** A value in every field, whatever fields there are. */
const VALUES = {
  name: 'Amna',
  text: 'Text',
  comment: 'Comment',
  occupation: 'Engineer',
  email: 'amna@example.org',
  phone: '+33639981234',
  number: 2,
  date: '1990-04-12',
  country: 'SD',
  countries: ['SD'],
  sex: 'f',
  marital: 'Married',
} as const
const AT = '2026-05-03T09:00:00.000Z'
const row = {
  id: 10_004_217,
  ...fieldColumns(byKind(FIELD_NAMES, VALUES)),
  role: 'ROLE_USER',
  status: 'active',
  validated: 1,
  card_photo_file: null,
  id_front_file: null,
  id_back_file: null,
  created_at: AT,
  request_id: 'REQ_10004217',
  request_status: 'approved',
  request_comment: 'Of the request',
  requested_at: AT,
  decided_at: AT,
  decided_by: null,
} as unknown as RequestWithPerson // the columns that a reply is made of
const reviewer = { callerId: 1, role: 'reviewer', at: AT, colleagues: new Map() } as const
const review = { portraitUrl: null, duplicates: [], log: [], waiting: 0 }

const fieldsOf = (reply: object): string[] => Object.keys(reply).filter(isMemberField).toSorted()
const sorted = (reader: Reader): string[] => [...readBy(reader)].toSorted()

describe('a reply holds the fields of its reader and no other', () => {
  it.each<[Reader, z.ZodObject, object]>([
    ['own', OwnMember, present.presentOwnMember(row, ['SD'])],
    ['list', ListedMember, present.presentListedMember(row, ['SD'])],
    ['record', FullMember, present.presentFullMember(row, ['SD'])],
    ['found', FoundMember, present.presentFoundMember(row, null)],
  ])('%s', (reader, shape, reply) => {
    expect(fieldsOf(shape.shape)).toEqual(sorted(reader))
    expect(fieldsOf(reply)).toEqual(sorted(reader))
  })
  // The comment of the decision stands under the name of a field.
  it.each<[Reader, z.ZodObject, object]>([
    ['queue', ListedRequest, presentListedRequest(row, ['SD'], reviewer)],
    ['request', FullRequest, presentFullRequest(row, ['SD'], reviewer, review)],
  ])('%s', (reader, shape, reply) => {
    expect(fieldsOf(shape.shape)).toEqual([...sorted(reader), 'approverComment'].toSorted())
    expect(fieldsOf(reply)).toEqual([...sorted(reader), 'approverComment'].toSorted())
    expect(reply).toMatchObject({ approverComment: 'Of the request' })
  })
})

describe('what is not for the reader is blank', () => {
  const isBlank = (value: unknown): boolean =>
    value === null || value === '' || value === 0 || (Array.isArray(value) && value.length === 0)
  const filled = (reply: object): string[] =>
    Object.entries(reply).flatMap(([name, value]) =>
      isMemberField(name) && !isBlank(value) ? [name] : [],
    )

  it('in the session that waits for the second factor', () => {
    expect(filled(present.presentWaitingMember(row)).toSorted()).toEqual(sorted('waiting'))
  })
  it.each([
    ['in the list', presentListedRequest(row, ['SD'], reviewer)],
    ['alone', presentFullRequest(row, ['SD'], reviewer, review)],
  ])('in a decided request %s, for reviewers', (_where, reply) => {
    const { approverComment: _ofTheDecision, ...person } = reply
    expect(filled(person).toSorted()).toEqual(sorted('decided'))
  })
  it('while an open request shows the whole person', () => {
    const open: RequestWithPerson = { ...row, request_status: 'pending' }
    expect(filled(presentListedRequest(open, ['SD'], reviewer)).length).toBe(
      readBy('queue').length + 1,
    )
  })
})
