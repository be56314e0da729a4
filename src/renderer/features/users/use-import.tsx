import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportReport } from '#shared/contract/members.ts'
import type { ProblemField } from '#shared/contract/problem.ts'
import { IMPORT_FILE_FAULTS, IMPORT_FILE_MAX_BYTES } from '#shared/domain/member-import.ts'
import { CallFailure } from '../../platform/api.ts'
import { problemText } from '../../ui/form-problems.ts'
import { sendImport } from './send-import.ts'
import { useStepUp } from '../../ui/use-step-up.tsx'
import { forgetUsers } from './use-users.ts'

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

/** Choose, check, look, import: each step shows what the server says, and only the last one writes. */
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
  const show = (title: string, error: unknown): void => {
    if (!(error instanceof CallFailure)) throw error
    const lines = linesOf(error.problem?.fields ?? [])
    const tooLarge = error.problem?.code === 'too-large' ? [t('import.tooLarge')] : []
    setNotice({
      title,
      lines: lines.length > 0 ? lines : tooLarge.length > 0 ? tooLarge : [problemText(t, error)],
    })
  }

  async function check(chosen: File): Promise<void> {
    setFile(chosen)
    setReport(undefined)
    setNotice(undefined)
    if (chosen.size > IMPORT_FILE_MAX_BYTES) {
      setState({ kind: 'idle' })
      return setNotice({ title: t('import.refused'), lines: [t('import.tooLarge')] })
    }
    setProgress(0)
    setState({ kind: 'checking' })
    try {
      const result = await stepUp.guard(() =>
        sendImport(chosen, { dryRun: true, skipInvalid: false, onProgress: setProgress }),
      )
      if (result.kind === 'done') setReport(result.value)
      setState({ kind: result.kind === 'done' ? 'checked' : 'idle' })
    } catch (error) {
      setState({ kind: 'idle' })
      show(t('import.refused'), error)
    }
  }
  async function write(skipInvalid: boolean): Promise<void> {
    if (file === undefined) return
    setNotice(undefined)
    setProgress(0)
    setState({ kind: 'importing' })
    try {
      const result = await stepUp.guard(() =>
        sendImport(file, { dryRun: false, skipInvalid, onProgress: setProgress }),
      )
      if (result.kind === 'cancelled') return setState({ kind: 'checked' })
      setReport(undefined)
      setState({ kind: 'done', imported: result.value.imported })
      void forgetUsers()
    } catch (error) {
      setState({ kind: 'checked' })
      show(t('import.failed'), error)
    }
  }
  return {
    file,
    state,
    report,
    notice,
    progress,
    choose: (chosen) => void check(chosen),
    write: (skipInvalid) => void write(skipInvalid),
    again: () => {
      setFile(undefined)
      setState({ kind: 'idle' })
    },
    dialog: stepUp.dialog,
  }
}
