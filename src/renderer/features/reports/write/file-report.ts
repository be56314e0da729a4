/** Files a report once, also when the answer to it was lost on the way: the server knows it by its key. */
import type { CallArguments } from '#shared/contract/define-route.ts'
import { createReport, listReports, Report } from '#shared/contract/reports.ts'
import { ask, CallFailure } from '../../../platform/api.ts'

export type NewReport = CallArguments<typeof createReport>['body']
export type Filed =
  | { readonly kind: 'filed'; readonly id: number }
  /** An earlier try had arrived; what was changed after it is not in the report. Without a number: staff have taken it away since. */
  | { readonly kind: 'filed-before'; readonly id: number | undefined }

const NEWEST = 50

/** A call that got no answer may have been heard all the same. */
export const mayHaveArrived = (error: unknown): boolean =>
  error instanceof CallFailure && error.problem === undefined && error.messageKey !== 'aborted'

const isKeyUsed = ({ problem }: CallFailure): boolean =>
  problem?.code === 'conflict' && problem.fields.some(({ code }) => code === 'key_used')

export async function fileReport(body: NewReport): Promise<Filed> {
  try {
    return { kind: 'filed', id: (await ask(createReport, { body })).id }
  } catch (error) {
    if (!(error instanceof CallFailure) || !isKeyUsed(error)) throw error
    return { kind: 'filed-before', id: Report.safeParse(error.problem?.['current']).data?.id }
  }
}

/** Whether everybody can read it already; undefined where nobody answers. */
export async function isPublicNow(id: number): Promise<boolean | undefined> {
  try {
    const reply = await ask(listReports, {
      query: { page: 1, size: NEWEST, id: String(id), as: 'public' },
    })
    return ('items' in reply ? reply.items : reply).some((report) => report.id === id)
  } catch {
    return undefined
  }
}
