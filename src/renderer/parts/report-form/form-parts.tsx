import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { FormNotice } from './form-notice.ts'

interface FormPartProps {
  readonly title: string
  readonly lead?: string
  readonly children: ReactNode
}

/** Fields that belong together, two in a line where there is room. */
export function FormPart({ title, lead, children }: FormPartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-t border-line pt-5 first:border-t-0 first:pt-0">
      <h3 id={id} className="text-lg font-semibold">
        {title}
      </h3>
      {lead !== undefined && <p className="mt-1 max-w-2xl text-sm text-muted">{lead}</p>}
      <div className="mt-4 grid grid-cols-1 items-start gap-x-4 gap-y-4 sm:grid-cols-2">
        {children}
      </div>
    </section>
  )
}

interface FormEndProps {
  readonly notice: FormNotice | undefined
  readonly submit: string
  readonly busy: boolean
  readonly cancel?: string
  readonly onCancel: () => void
  readonly children?: ReactNode
}

/** The error, above the buttons, which stay in view at the end of a long form. */
export function FormEnd({ notice, submit, busy, cancel, onCancel, children }: FormEndProps) {
  const { t } = useTranslation('ui')
  return (
    <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-3 border-t border-line bg-raised px-5 py-3">
      {notice !== undefined && (
        <Notice tone="danger" title={notice.title}>
          {notice.text}
        </Notice>
      )}
      {children}
      <div className="flex flex-wrap justify-end gap-2 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto]">
        <Button variant="secondary" disabled={busy} onClick={onCancel}>
          {cancel ?? t('confirm.cancel')}
        </Button>
        <Button type="submit" busy={busy}>
          {submit}
        </Button>
      </div>
    </div>
  )
}
