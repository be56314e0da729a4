import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ImportReport, importMembers } from '#shared/contract/users.ts'
import type { ProblemField } from '#shared/contract/base/problem.ts'
import { IMPORT_FILE_FAULTS, IMPORT_FILE_MAX_BYTES } from '#shared/domain/people/member-import.ts'
import { CallFailure } from '../../../platform/calls/api.ts'
import { problemText } from '../../../ui/form/form-problems.ts'
import { useStepUp } from '../../../ui/form/use-step-up.tsx'
import { forgetUsers } from '../use-users.ts'
import { platform } from '@platform'
import { createApiClient } from '#shared/contract/base/client.ts'
import { sendFiles } from '../../../platform/files/send-files.ts'
import { useCall } from '../../../ui/form/use-call.ts'

interface ImportWish {
  readonly dryRun: boolean
  readonly skipInvalid: boolean
  readonly onProgress: (share: number) => void
}

async function sendImport(
  file: File,
  { dryRun, skipInvalid, onProgress }: ImportWish,
): Promise<ImportReport> {
  const form = new FormData()
  form.append('file', file, file.name)
  const client = createApiClient({ fetch: platform.withSession(sendFiles(form, onProgress)) })
  const result = await client.call(importMembers, {
    query: { dryRun: dryRun ? 'true' : 'false', skipInvalid: skipInvalid ? 'true' : 'false' },
  })
  if (!result.ok) throw new CallFailure(result)
  return result.value
}

export type ImportState =
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
  readonly write: (skipInvalid: boolean) => void
  readonly again: () => void
  readonly dialog: ReactNode
}

/** Choose, check, look, import: each step shows the server's response, and only the last one writes. */
export function useImport(): ImportRun {
  const { t } = useTranslation(['userManagement', 'problems'])
  const [file, setFile] = useState<File>()
  const [state, setState] = useState<ImportState>({ kind: 'idle' })
  const [report, setReport] = useState<ImportReport>()
  const [notice, setNotice] = useState<ImportNotice>()
  const [progress, setProgress] = useState(0)
  const stepUp = useStepUp(t('import.stepUpTitle'), t('import.stepUpWhy'))

  const linesOf = (fields: readonly ProblemField[]): string[] =>
    fields.flatMap(({ path, code }) => {
      const known = IMPORT_FILE_FAULTS.find((fault) => fault === code)
      return known === undefined
        ? []
        : t(`import.fileFaults.${known}`, { column: path.slice('body.file.'.length) })
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
    async (chosen: File) => {
      const result = await stepUp.guard(() =>
        sendImport(chosen, { dryRun: true, skipInvalid: false, onProgress: setProgress }),
      )
      if (result.kind === 'done') setReport(result.value)
      setState({ kind: result.kind === 'done' ? 'checked' : 'idle' })
    },
    (failure) => {
      setState({ kind: 'idle' })
      show(t('import.refused'), failure)
    },
  )
  function choose(chosen: File): void {
    setFile(chosen)
    setReport(undefined)
    setNotice(undefined)
    if (chosen.size > IMPORT_FILE_MAX_BYTES) {
      setState({ kind: 'idle' })
      return setNotice({ title: t('import.refused'), lines: [t('import.tooLarge')] })
    }
    setProgress(0)
    setState({ kind: 'checking' })
    void check.run(chosen)
  }
  const write = useCall(
    async (chosen: File, skipInvalid: boolean) => {
      const result = await stepUp.guard(() =>
        sendImport(chosen, { dryRun: false, skipInvalid, onProgress: setProgress }),
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
    choose,
    write: (skipInvalid) => {
      if (file === undefined) return
      setNotice(undefined)
      setProgress(0)
      setState({ kind: 'importing' })
      void write.run(file, skipInvalid)
    },
    again: () => {
      setFile(undefined)
      setState({ kind: 'idle' })
    },
    dialog: stepUp.dialog,
  }
}
