import { useQuery } from '@tanstack/react-query';
import { dataOf, listCampaignMarksOptions } from '~/api/queries';

/** The labels of one's campaigns; undefined until they are known. */
export const useMarks = () => useQuery({ ...listCampaignMarksOptions(), select: dataOf }).data?.map(({ name }) => name);

/** They, to choose from. */
export const useMarkChoices = () => useMarks()?.map((name) => ({ id: name, name }));
