import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Report, updateReport } from '#shared/contract/reports.ts'
import { ask, CallFailure } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { problemText } from '../../ui/call/form-problems.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { serverFaults } from '../../ui/content-editor/server-faults.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { focusFault } from '../../ui/field/focus-fault.ts'
import { refreshCounts } from '../../ui/staff/refresh-counts.ts'
import { useStepUp } from '../../ui/step-up/use-step-up.tsx'
import { type FormNotice, noticeThatStands } from '../report-form/form-notice.ts'
import { wordFaults } from '../report-form/report-form.ts'
import {
  changedFields,
  changeOf,
  conflictsOf,
  EDIT_FIELDS,
  type EditField,
  editFaults,
  type EditForm,
  formOf,
  isWordField,
} from './edit-form.ts'
import { dropEdit, keepEdit, keptEdit } from './interrupted-edit.ts'

export type ShownFaults = Readonly<Partial<Record<EditField, string>>>
const FIELD_OF = {
  region: 'region',
  hiddenWords: 'hiddenWords',
  comment: 'verifierComment',
} as const

/** The present state that a refused edit returns. */
const currentIn = (error: CallFailure): Report | undefined =>
  error.problem?.code === 'conflict' ? Report.safeParse(error.problem['current']).data : undefined

export function useEditReport(loaded: Report) {
  const { t } = useTranslation(['reportWrite', 'problems', 'ui'])
  const element = useRef<HTMLFormElement>(null)
  const [interrupted] = useState(() => {
    const edit = keptEdit()
    return edit?.base.id === loaded.id ? edit : undefined
  })
  const [base, setBase] = useState(interrupted?.base ?? loaded)
  const [form, setForm] = useState(() => interrupted?.form ?? formOf(loaded))
  const [faults, setFaults] = useState<ShownFaults>({})
  const [notice, setNotice] = useState<FormNotice>()
  const [theirs, setTheirs] = useState<Report>()
  const [saved, setSaved] = useState(false)
  const working = useRef(false)
  const unsaved = !saved && changedFields(formOf(base), form).length > 0
  useEffect(() => (unsaved ? keepEdit(base, form) : dropEdit()), [unsaved, base, form])

  function ownFaults(of: EditForm, changed: readonly EditField[]): ShownFaults {
    const words = Object.entries(wordFaults(of, changed.filter(isWordField))).map(
      ([field, fault]) => [field, t(`fault.${fault}`)],
    )
    return Object.fromEntries([
      ...words,
      ...editFaults(of).map((fault) => [FIELD_OF[fault], t(`edit.fault.${fault}`)]),
    ])
  }
  const show = (found: ShownFaults): void => {
    setFaults(found)
    focusFault(element.current)
  }
  function refuse(error: CallFailure): void {
    const current = currentIn(error)
    if (current !== undefined) return setTheirs(current)
    const { fields, text } = serverFaults(t, error, (path) =>
      EDIT_FIELDS.some((field) => field === path),
    )
    show(fields)
    setNotice({
      title: t('edit.failed'),
      text: text ?? problemText(t, error),
      ...(text === undefined && { about: 'fields' }),
    })
  }

  const { guard, dialog } = useStepUp(t('desk.stepUp.title'), t('desk.stepUp.why'))
  const send = useCall(async (from: Report, wish: EditForm) => {
    const change = changeOf(formOf(from), wish)
    if (Object.keys(change).length > 0) {
      const body = { ...change, ...(from.version !== undefined && { version: from.version }) }
      const sent = await guard(() => ask(updateReport, { params: { id: from.id }, body }))
      if (sent.kind === 'cancelled') return
    }
    setSaved(true)
    toast.success(t('edit.done', { id: from.id }))
    await Promise.all([queryClient.invalidateQueries({ queryKey: ['reports'] }), refreshCounts()])
  }, refuse)
  async function save(from: Report, wish: EditForm): Promise<void> {
    if (working.current) return
    setNotice(undefined)
    const found = ownFaults(wish, changedFields(formOf(from), wish))
    if (Object.keys(found).length > 0) {
      const lacks = EDIT_FIELDS.some(
        (field) => found[field] !== undefined && String(wish[field]).trim() === '',
      )
      const title = t(lacks ? 'create.incomplete' : 'create.malformed')
      setNotice({ title, text: t('edit.incompleteText'), about: 'fields' })
      return show(found)
    }
    working.current = true
    try {
      await send.run(from, wish)
    } finally {
      working.current = false
    }
  }

  return {
    dialog,
    element,
    base,
    form,
    faults,
    notice: noticeThatStands(notice, [faults]),
    busy: send.busy,
    saved,
    unsaved,
    /** The session ended during the edit, and the same user is back. */
    restored: interrupted !== undefined,
    change: <F extends EditField>(field: F, value: EditForm[F]): void => {
      setForm((before) => ({ ...before, [field]: value }))
      setFaults((before) => ({ ...before, [field]: undefined }))
    },
    submit: (): void => void save(base, form),
    /** Another member of staff saved first: both versions, until one is chosen field by field. */
    conflict:
      theirs === undefined
        ? undefined
        : { theirs: formOf(theirs), proposal: conflictsOf(formOf(base), form, formOf(theirs)) },
    resolve: (chosen: EditForm): void => {
      if (theirs === undefined) return
      setForm(chosen)
      setBase(theirs)
      setTheirs(undefined)
      void save(theirs, chosen)
    },
  }
}
export type EditState = ReturnType<typeof useEditReport>
