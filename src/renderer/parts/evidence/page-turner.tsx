import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { Select, SELECT_IN_LINE } from '../../ui/field/select.tsx'

/** The address of a page of a document; pages are not part of its signature. */
export const pageAddress = (fileUrl: string, page: number): string =>
  page === 1 ? fileUrl : `${fileUrl}&page=${page}`

interface PageTurnerProps {
  /** Pages are counted from 1. */
  readonly page: number
  readonly pages: number
  readonly onTurn: (page: number) => void
}

/** The pages of a document, one after the other, or any of them. */
export function PageTurner({ page, pages, onTurn }: PageTurnerProps) {
  const { t } = useTranslation('evidence')
  const format = useFormat()
  const id = useId()
  const nameOf = (number: number): string =>
    t('page', { number: format.number(number), total: format.number(pages) })
  return (
    <div className="flex items-center gap-1">
      <IconButton
        label={t('previousPage')}
        icon={<ChevronLeft aria-hidden="true" size={24} className="mirror" />}
        disabled={page <= 1}
        onClick={() => onTurn(page - 1)}
      />
      <label htmlFor={id} className="sr-only">
        {t('choosePage')}
      </label>
      <Select
        id={id}
        value={page}
        options={Array.from({ length: pages }, (_, index) => ({
          value: index + 1,
          label: nameOf(index + 1),
        }))}
        onChange={({ target }) => onTurn(Number(target.value))}
        className={SELECT_IN_LINE}
      />
      <IconButton
        label={t('nextPage')}
        icon={<ChevronRight aria-hidden="true" size={24} className="mirror" />}
        disabled={page >= pages}
        onClick={() => onTurn(page + 1)}
      />
      <output className="sr-only">{nameOf(page)}</output>
    </div>
  )
}
