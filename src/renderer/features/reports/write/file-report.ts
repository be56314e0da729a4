/** Files a report once, also when the response was lost: the server recognises it by its key. */
import type { CallArguments } from '#shared/contract/define-route.ts'
import { createReport, listReports, Report } from '#shared/contract/reports.ts'
import { ask, CallFailure } from '../../../platform/calls/api.ts'

export type NewReport = CallArguments<typeof createReport>['body']
export type Filed =
  | { readonly kind: 'filed'; readonly id: number }
  /** An earlier try had arrived; later changes are not in the report. Without a number: staff have deleted it since. */
  | { readonly kind: 'filed-before'; readonly id: number | undefined }

const NEWEST = 50

/** A call without a response may have reached the server all the same. */
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

/** Whether it is public already; undefined without a response. */
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
