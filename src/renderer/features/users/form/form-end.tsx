import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'

export interface FormNotice {
  readonly title: string
  readonly text: string
}

interface FormEndProps {
  readonly notice: FormNotice | undefined
  readonly submit: string
  readonly busy: boolean
  readonly onCancel: () => void
}

/** The error, above the buttons, which stay in view at the end of a long form. */
export function FormEnd({ notice, submit, busy, onCancel }: FormEndProps) {
  const { t } = useTranslation('ui')
  return (
    <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-3 border-t border-line bg-raised px-5 py-3">
      {notice !== undefined && (
        <Notice tone="danger" title={notice.title}>
          {notice.text}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-2 max-sm:grid max-sm:grid-cols-2">
        <Button variant="secondary" disabled={busy} onClick={onCancel}>
          {t('confirm.cancel')}
        </Button>
        <Button type="submit" busy={busy}>
          {submit}
        </Button>
      </div>
    </div>
  )
}
