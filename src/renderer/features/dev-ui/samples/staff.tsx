import { Files } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { BarChart, ColumnChart, LineChart } from '../../../ui/staff/charts/charts.tsx'
import { FilterBar } from '../../../ui/staff/filters/filter-bar.tsx'
import { useLocalFilters } from '../../../ui/staff/filters/use-local-filters.ts'
import { Pager } from '../../../ui/staff/pager.tsx'
import { ReasonDialog } from '../../../ui/staff/reason-dialog.tsx'
import { ShortcutsHelp, useShortcuts } from '../../../ui/staff/shortcuts.tsx'
import { type Column, DataTable, type Sort } from '../../../ui/staff/table/data-table.tsx'
import { StepUpDialog } from '../../../ui/step-up/step-up-dialog.tsx'
import { type Sample, useWords } from './sample.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly city: string
  readonly kids: number
}
const ROWS: readonly Row[] = [
  { id: '1', name: 'آمنة إدريس', city: 'Lyon', kids: 2 },
  { id: '2', name: 'Moussa Abdelkarim', city: 'Khartoum', kids: 12 },
]

function Table() {
  const say = useWords()
  const [sort, setSort] = useState<Sort>({ key: 'name', direction: 'asc' })
  const [page, setPage] = useState(1)
  const columns: readonly Column<Row>[] = [
    {
      key: 'name',
      header: say('Name', 'الاسم'),
      cell: ({ name }) => name,
      sortable: true,
      rowHeader: true,
    },
    { key: 'city', header: say('City', 'المدينة'), cell: ({ city }) => city, sortable: true },
    { key: 'kids', header: say('Children', 'الأطفال'), cell: ({ kids }) => kids, end: true },
  ]
  const empty = <EmptyState icon={<Files size={30} />} title={say('Nobody yet', 'لا أحد بعد')} />
  const edit = <Button variant="quiet">{say('Edit', 'تعديل')}</Button>
  return (
    <div className="grid gap-4">
      <DataTable
        name="samples"
        label={say('People', 'الأشخاص')}
        rows={ROWS}
        columns={columns}
        rowKey={({ id }) => id}
        sort={sort}
        onSort={setSort}
        unsorted={say('As entered', 'كما أُدخلت')}
        onOpen={() => undefined}
        empty={empty}
        actions={() => edit}
        isCurrent={({ id }) => id === '2'}
      />
      <Pager
        label={say('Pages', 'الصفحات')}
        page={page}
        size={10}
        total={1_000}
        totalIsCapped
        onPage={setPage}
        onSize={() => undefined}
      />
      <DataTable
        label={say('Loading', 'تحميل')}
        rows={undefined}
        columns={columns}
        rowKey={({ id }) => id}
        empty={empty}
      />
      <DataTable
        label={say('Empty', 'فارغ')}
        rows={[]}
        columns={columns}
        rowKey={({ id }) => id}
        empty={empty}
      />
    </div>
  )
}

function Filters() {
  const say = useWords()
  const filters = useLocalFilters({ q: '', status: '', from: '' }, 10)
  const options = [
    { value: '', label: say('All', 'الكل') },
    { value: 'open', label: say('Open', 'مفتوح') },
  ]
  return (
    <FilterBar
      label={say('Filter the people', 'تصفية الأشخاص')}
      filters={filters}
      fields={{
        q: { label: say('Name', 'الاسم') },
        status: { label: say('State', 'الحالة'), options },
        from: { label: say('From', 'من'), type: 'date' },
      }}
      end={<Button variant="secondary">CSV</Button>}
    />
  )
}

function Decisions() {
  const say = useWords()
  const [open, setOpen] = useState<'reason' | 'step-up'>()
  const close = (): void => setOpen(undefined)
  useShortcuts([{ keys: 'r', label: say('Reject', 'رفض'), run: () => setOpen('reason') }])
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" onClick={() => setOpen('reason')}>
        {say('Reject (R)', 'رفض (R)')}
      </Button>
      <Button variant="secondary" onClick={() => setOpen('step-up')}>
        {say('Ask for the password', 'اطلب كلمة المرور')}
      </Button>
      <ShortcutsHelp />
      <ReasonDialog
        open={open === 'reason'}
        title={say('Reject this request?', 'رفض هذا الطلب؟')}
        commentLabel={say('Reason', 'السبب')}
        commentRequired
        confirmLabel={say('Reject', 'رفض')}
        tone="danger"
        templates={[
          {
            id: 'photo',
            label: say('Unclear photo', 'صورة غير واضحة'),
            text: say('The photo cannot be read.', 'الصورة غير مقروءة.'),
          },
        ]}
        onConfirm={close}
        onClose={close}
      />
      <StepUpDialog
        open={open === 'step-up'}
        title={say('Export the members', 'تصدير الأعضاء')}
        why={say('The list names people who are in danger.', 'تسمّي القائمة أشخاصًا في خطر.')}
        onProven={close}
        onClose={close}
      />
    </div>
  )
}

function Charts() {
  const say = useWords()
  const rows = [3, 7, 4, 9, 6].map((value, index) => ({
    label: say(`Month ${index + 1}`, `الشهر ${index + 1}`),
    value,
  }))
  const texts = { rows, valueLabel: say('People', 'الأشخاص') }
  return (
    <div className="grid gap-4">
      <BarChart title={say('Bars', 'أشرطة')} {...texts} />
      <ColumnChart title={say('Columns', 'أعمدة')} {...texts} />
      <LineChart title={say('A line', 'خط')} {...texts} />
    </div>
  )
}

export const STAFF_SAMPLES: readonly Sample[] = [
  { name: 'DataTable, Pager', Show: Table },
  { name: 'FilterBar', Show: Filters },
  { name: 'ReasonDialog, StepUpDialog, ShortcutsHelp', Show: Decisions },
  { name: 'BarChart, ColumnChart, LineChart', Show: Charts },
]
