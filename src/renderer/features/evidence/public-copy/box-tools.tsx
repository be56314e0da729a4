import { Eye, PencilLine, Plus, Redo2, Trash2, Undo2 } from 'lucide-react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button.tsx'
import { type BoxSteps, mayAdd, redo, undo } from './box-steps.ts'

/** On a phone the signs of the tools do, so that all stand in one row. */
const NARROW = 'max-sm:min-w-11 max-lg:px-2!'

interface BoxToolsProps {
  readonly steps: BoxSteps
  readonly page: number
  readonly onChange: (steps: BoxSteps) => void
  readonly add: Ref<HTMLButtonElement>
  readonly onAdd: () => void
  /** Undefined while no box is selected. */
  readonly onRemove: (() => void) | undefined
}

/** Keys are not everywhere: a finger removes a box here. */
export function BoxTools({ steps, page, onChange, add, onAdd, onRemove }: BoxToolsProps) {
  const { t } = useTranslation('reportWrite')
  return (
    <>
      <Button
        ref={add}
        // Not a box: the first key would move it.
        data-begin
        variant="secondary"
        className={NARROW}
        disabled={!mayAdd(steps, page)}
        icon={<Plus aria-hidden="true" size={18} />}
        onClick={onAdd}
      >
        {t('publicCopy.add')}
      </Button>
      {/* Always there: a tool that comes with the selection would move the others under the finger. */}
      <Button
        variant="quiet"
        className={NARROW}
        disabled={onRemove === undefined}
        icon={<Trash2 aria-hidden="true" size={18} />}
        onClick={onRemove}
      >
        <span className="max-sm:sr-only">{t('publicCopy.remove')}</span>
      </Button>
      <UndoButtons steps={steps} onChange={onChange} />
    </>
  )
}

interface PreviewButtonProps {
  readonly on: boolean
  readonly onTurn: () => void
}

export function PreviewButton({ on, onTurn }: PreviewButtonProps) {
  const { t } = useTranslation('reportWrite')
  const Icon = on ? PencilLine : Eye
  return (
    <Button
      variant={on ? 'secondary' : 'quiet'}
      icon={<Icon aria-hidden="true" size={18} />}
      className={on ? undefined : NARROW}
      onClick={onTurn}
    >
      {on ? (
        t('publicCopy.previewEnd')
      ) : (
        <span className="max-sm:sr-only">{t('publicCopy.preview')}</span>
      )}
    </Button>
  )
}

function UndoButtons({ steps, onChange }: Pick<BoxToolsProps, 'steps' | 'onChange'>) {
  const { t } = useTranslation('reportWrite')
  return (
    <>
      <Button
        variant="quiet"
        className={NARROW}
        disabled={steps.past.length === 0}
        icon={<Undo2 aria-hidden="true" size={18} className="mirror" />}
        onClick={() => onChange(undo(steps))}
      >
        <span className="max-sm:sr-only">{t('publicCopy.undo')}</span>
      </Button>
      <Button
        variant="quiet"
        className={NARROW}
        disabled={steps.future.length === 0}
        icon={<Redo2 aria-hidden="true" size={18} className="mirror" />}
        onClick={() => onChange(redo(steps))}
      >
        <span className="max-sm:sr-only">{t('publicCopy.redo')}</span>
      </Button>
    </>
  )
}
