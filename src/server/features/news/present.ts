import type * as z from 'zod'
import type { News } from '#shared/contract/news.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { coverAddress } from '../events/present.ts'
import { seesDrafts } from '../events/policy.ts'
import { storedContent } from '../events/stored-content.ts'
import type { IssueRow, NewsRow } from './news-repository.ts'

type Presented = z.input<typeof News>

const presentIssue = (issue: IssueRow | undefined): Presented['newsletter'] =>
  issue === undefined
    ? null
    : { leavesAt: issue.not_before, doneAt: issue.done_at, recipients: issue.recipients }

/** @param issue the state of its mailing, if there is one */
export const presentNews = (
  deps: Pick<Deps, 'library'>,
  row: NewsRow,
  caller: Caller | undefined,
  issue: IssueRow | undefined,
): Presented => ({
  id: row.id,
  date: row.date,
  image: coverAddress(deps, row, caller),
  link: row.link,
  status: row.status,
  ...storedContent<Presented['content']['en']>(row.content),
  version: row.version,
  ...(seesDrafts(caller) ? { newsletter: presentIssue(issue) } : {}),
})
