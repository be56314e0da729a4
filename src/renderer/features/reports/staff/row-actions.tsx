import { EyeOff, Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/cx.ts'

export interface StaffActions {
  readonly onEdit: (id: number) => void
  readonly onDelete: (id: number) => void
  readonly onHide: (report: Report) => void
}
interface RowActionsProps extends StaffActions {
  readonly report: Report
  /** Side by side, where rows are low. */
  readonly inLine?: boolean
}

/** A verified report is public; to hide it, its state must change first. */
const mayHide = ({ published, verified }: Report): boolean => published === true && !verified

/**
 * For the table: two icon buttons with accessible names, one below the other where the other columns need the width.
 */
export function RowActions({ report, inLine = false, onEdit, onDelete, onHide }: RowActionsProps) {
  const { t } = useTranslation('reports')
  const { id } = report
  return (
    <span className={cx('flex', !inLine && 'flex-col')}>
      <IconButton
        label={t('editOf', { id })}
        icon={<Pencil aria-hidden="true" size={18} />}
        onClick={() => onEdit(id)}
      />
      {mayHide(report) && (
        <IconButton
          label={t('hideOf', { id })}
          icon={<EyeOff aria-hidden="true" size={18} />}
          onClick={() => onHide(report)}
        />
      )}
      <IconButton
        label={t('deleteOf', { id })}
        icon={<Trash2 aria-hidden="true" size={18} />}
        onClick={() => onDelete(id)}
      />
    </span>
  )
}

/** On a phone the words alone: three of them stand in one line. */
const WORDS = 'max-sm:px-2 max-sm:[&>svg]:hidden'

/** Cards have room for labels. */
export function CardActions({ report, onEdit, onDelete, onHide }: RowActionsProps) {
  const { t } = useTranslation('reports')
  const { id } = report
  return (
    <>
      <Button
        variant="secondary"
        className={WORDS}
        aria-label={t('editOf', { id })}
        icon={<Pencil aria-hidden="true" size={18} />}
        onClick={() => onEdit(id)}
      >
        {t('edit')}
      </Button>
      {mayHide(report) && (
        <Button
          variant="quiet"
          className={WORDS}
          aria-label={t('hideOf', { id })}
          icon={<EyeOff aria-hidden="true" size={18} />}
          onClick={() => onHide(report)}
        >
          {t('hide')}
        </Button>
      )}
      <Button
        variant="quiet"
        className={WORDS}
        aria-label={t('deleteOf', { id })}
        icon={<Trash2 aria-hidden="true" size={18} />}
        onClick={() => onDelete(id)}
      >
        {t('delete')}
      </Button>
    </>
  )
}
