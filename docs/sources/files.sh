lethe sample census --rows 200 --seed 1 -o people.csv
lethe sample survey --seed 1 -o visitors.csv
lethe sample letters --documents 20 --seed 1 -o letters
lethe protect people.csv --method rank-swapping --set p=5 --columns AGI,FEDTAX,TAXINC --seed 1 -o swapped.csv
lethe protect people.csv --method mdav --set k=5 --columns AGI,FEDTAX,TAXINC --seed 1 -o grouped.csv
lethe protect people.csv --method noise --set p=20 --columns AGI,FEDTAX,TAXINC --seed 1 -o noisy.csv
lethe protect people.csv --method pram --columns sex,education,marital_status --seed 1 -o changed.csv
lethe protect visitors.csv --method sa-mdav --set k=5 --columns reason,activity --knowledge reason=wordnet --knowledge activity=wordnet --seed 1 -o answers.csv
lethe protect examples/documents/ministry -o released
lethe text vectors letters -o letters.mtx
lethe text vectors letters --wordnet --terms-per-document 20 -o nouns.mtx
lethe protect letters.mtx -k 3 -o vectors.mtx
lethe protect nouns.mtx --method semantic -k 3 -o terms.mtx
lethe protect examples/network -k 3 --seed 1 -o network.csv --output-nodes network_nodes.csv
lethe sample letters --documents 8 --seed 2 -o more
lethe text vectors more -o more.mtx
