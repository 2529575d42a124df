import { TagsInput, type TagsInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dataOf, listCampaignMarksOptions } from '~/api/queries';
import { MARKS_MAX } from './campaign-values';

/** The labels of one's campaigns; undefined until they are known. */
const useMarks = () => useQuery({ ...listCampaignMarksOptions(), select: dataOf }).data?.map(({ name }) => name);

/** They, to choose from. */
export const useMarkChoices = () => useMarks()?.map((name) => ({ id: name, name }));

/** The field for the labels of a campaign. */
export const MarksField = (props: TagsInputProps) => (
  <TagsInput
    label="Labels"
    description={`Up to ${MARKS_MAX}, to find campaigns by. Enter adds one.`}
    maxTags={MARKS_MAX}
    data={useMarks() ?? []}
    {...props}
  />
);
