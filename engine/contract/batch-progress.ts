/** Of batches with more records it is told how far they are: the others are over before anybody looks. */
export const progressAbove = 2000;
