import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createApiClient } from '#shared/contract/base/client.ts'
import type { ProblemField } from '#shared/contract/base/problem.ts'
import { type ImportReport, importMembers } from '#shared/contract/users.ts'
import { IMPORT_FILE_FAULTS, IMPORT_FILE_MAX_BYTES } from '#shared/domain/people/member-import.ts'
import { platform } from '@platform'
import { CallFailure } from '../../../platform/calls/api.ts'
import { sendFiles } from '../../../platform/files/send-files.ts'
import { problemText } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { useStepUp } from '../../../ui/step-up/use-step-up.tsx'
import { forgetUsers } from '../use-users.ts'
import { useColumnName } from './use-column-name.ts'

export type DateOrder = 'dmy' | 'mdy'
interface ImportWish {
  readonly dryRun: boolean
  /** Undefined: the file decides. */
  readonly dateOrder: DateOrder | undefined
  readonly skipInvalid: boolean
  /** Blank: none. */
  readonly paper: string
  readonly byMail: boolean
  readonly onProgress: (share: number) => void
}

export type WriteWish = Pick<ImportWish, 'skipInvalid' | 'paper' | 'byMail'>

async function sendImport(
  file: File,
  { dryRun, skipInvalid, dateOrder, paper, byMail, onProgress }: ImportWish,
): Promise<ImportReport> {
  const form = new FormData()
  form.append('file', file, file.name)
  const client = createApiClient({ fetch: platform.withSession(sendFiles(form, onProgress)) })
  const result = await client.call(importMembers, {
    query: {
      dryRun: dryRun ? 'true' : 'false',
      skipInvalid: skipInvalid ? 'true' : 'false',
      ...(dateOrder !== undefined && { dateOrder }),
      ...(paper !== '' && { agreementPaper: paper }),
      informByMail: byMail ? 'true' : 'false',
    },
  })
  if (!result.ok) throw new CallFailure(result)
  return result.value
}

type ImportState =
  | { readonly kind: 'idle' | 'checking' | 'checked' | 'importing' }
  | { readonly kind: 'done'; readonly imported: number }
interface ImportNotice {
  readonly title: string
  readonly lines: readonly string[]
}
export interface ImportRun {
  readonly file: File | undefined
  readonly state: ImportState
  readonly report: ImportReport | undefined
  readonly notice: ImportNotice | undefined
  /** From 0 to 1, while the file leaves the device. */
  readonly progress: number
  readonly choose: (file: File) => void
  /** Checks the same file again, with another order of day and month. */
  readonly readDatesAs: (order: DateOrder) => void
  readonly write: (wish: WriteWish) => void
  readonly again: () => void
  readonly dialog: ReactNode
}

/** Choose, check, look, import: each step shows the server's response, and only the last one writes. */
export function useImport(): ImportRun {
  const { t } = useTranslation(['userManagement', 'problems'])
  const nameOf = useColumnName()
  const [file, setFile] = useState<File>()
  const [state, setState] = useState<ImportState>({ kind: 'idle' })
  const [report, setReport] = useState<ImportReport>()
  const [notice, setNotice] = useState<ImportNotice>()
  const [progress, setProgress] = useState(0)
  const [dateOrder, setDateOrder] = useState<DateOrder>()
  const stepUp = useStepUp(t('import.stepUpTitle'), t('import.stepUpWhy'))

  const linesOf = (fields: readonly ProblemField[]): string[] =>
    fields.flatMap(({ path, code }) => {
      const known = IMPORT_FILE_FAULTS.find((fault) => fault === code)
      const place = path.slice('body.file.'.length)
      return known === undefined
        ? []
        : t(`import.fileFaults.${known}`, { column: nameOf(place), row: place })
    })
  const show = (title: string, error: CallFailure): void => {
    const lines = linesOf(error.problem?.fields ?? [])
    const tooLarge = error.problem?.code === 'too-large' ? [t('import.tooLarge')] : []
    setNotice({
      title,
      lines: lines.length > 0 ? lines : tooLarge.length > 0 ? tooLarge : [problemText(t, error)],
    })
  }

  const check = useCall(
    async (chosen: File, order: DateOrder | undefined) => {
      const result = await stepUp.guard(() =>
        sendImport(chosen, {
          dryRun: true,
          skipInvalid: false,
          paper: '',
          byMail: false,
          dateOrder: order,
          onProgress: setProgress,
        }),
      )
      if (result.kind === 'done') setReport(result.value)
      setState({ kind: result.kind === 'done' ? 'checked' : 'idle' })
    },
    (failure) => {
      setState({ kind: 'idle' })
      show(t('import.refused'), failure)
    },
  )
  function read(chosen: File, order: DateOrder | undefined): void {
    setFile(chosen)
    setDateOrder(order)
    setReport(undefined)
    setNotice(undefined)
    if (chosen.size > IMPORT_FILE_MAX_BYTES) {
      setState({ kind: 'idle' })
      return setNotice({ title: t('import.refused'), lines: [t('import.tooLarge')] })
    }
    setProgress(0)
    setState({ kind: 'checking' })
    void check.run(chosen, order)
  }
  const write = useCall(
    async (chosen: File, wish: WriteWish) => {
      const result = await stepUp.guard(() =>
        sendImport(chosen, { ...wish, dryRun: false, dateOrder, onProgress: setProgress }),
      )
      if (result.kind === 'cancelled') return setState({ kind: 'checked' })
      setReport(undefined)
      setState({ kind: 'done', imported: result.value.imported })
      void forgetUsers()
    },
    (failure) => {
      setState({ kind: 'checked' })
      show(t('import.failed'), failure)
    },
  )
  return {
    file,
    state,
    report,
    notice,
    progress,
    choose: (chosen) => read(chosen, undefined),
    readDatesAs: (order) => {
      if (file !== undefined) read(file, order)
    },
    write: (wish) => {
      if (file === undefined) return
      setNotice(undefined)
      setProgress(0)
      setState({ kind: 'importing' })
      void write.run(file, wish)
    },
    again: () => {
      setFile(undefined)
      setState({ kind: 'idle' })
    },
    dialog: stepUp.dialog,
  }
}
